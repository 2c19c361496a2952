/** Alerts in the account: what to be told is chosen on a computer and on a phone. */
import { someOf } from '../support/effort.ts';
import { desktop, phone } from './support/screens.ts';
import { settled } from './support/settled.ts';
import { expect, expectAccessible, long, test } from './support/test.ts';

for (const [name, viewport] of someOf(Object.entries({ desktop, phone }), 2)) {
  test(
    `[D-ALERT-1] [E-HOME-1] what to be told is chosen in the account, by keyboard too: ${name}`,
    long,
    async ({ page, logInAs }) => {
      await logInAs('REGULAR_BASIC');
      await page.setViewportSize(viewport);
      await page.goto('/profile#avisos');
      const alerts = page.getByRole('region', { name: 'Avisos' });
      const ends = alerts.getByRole('checkbox', { name: 'Final' });
      await expect(ends).toBeChecked();
      const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
      await ends.focus();
      await page.keyboard.press('Space');
      expect((await saved).status()).toBe(200);
      await page.reload();
      await expect(ends).not.toBeChecked();
      await settled(page);
      await expectAccessible(page);
    },
  );
}
