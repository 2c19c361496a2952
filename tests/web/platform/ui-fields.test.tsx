/** Components that take input. */
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type ClubChoice, ClubPicker } from '../../../web/ui/club-picker.tsx';
import { CopyField } from '../../../web/ui/copy-field.tsx';
import { adPriority, cameraOrder, OrderStepper, vodOrder } from '../../../web/ui/order-stepper.tsx';
import { SearchInput } from '../../../web/ui/search-input.tsx';
import { Textarea } from '../../../web/ui/textarea.tsx';
import '../support/app.tsx';

const tick = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('[V-UI-5] [A-CONST-8] search', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  test('fires once, 500 ms after the last key, with the trimmed text', async () => {
    const onSearch = vi.fn();
    render(<SearchInput label="Buscar" value="" onSearch={onSearch} />);
    const input = screen.getByRole('searchbox');
    fireEvent.change(input, { target: { value: '  sa' } });
    await tick(300);
    fireEvent.change(input, { target: { value: '  sauce ' } });
    await tick(499);
    expect(onSearch).not.toHaveBeenCalled();
    await tick(1);
    expect(onSearch.mock.calls).toEqual([['sauce']]);
  });

  test('does not fire after the user has navigated away', async () => {
    const onSearch = vi.fn();
    history.replaceState(null, '', '/cameras/manage');
    render(<SearchInput label="Buscar" value="" onSearch={onSearch} />);
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'pista' } });
    await tick(300);
    history.pushState(null, '', '/cameras/manage/1');
    await tick(2000);
    expect(onSearch).not.toHaveBeenCalled();
    // The next page may have the field too.
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'campo' } });
    await tick(500);
    expect(onSearch.mock.calls).toEqual([['campo']]);
  });

  test('does not send an empty search', async () => {
    const onSearch = vi.fn();
    render(<SearchInput label="Buscar" value="" onSearch={onSearch} />);
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: '   ' } });
    await tick(2000);
    expect(onSearch).not.toHaveBeenCalled();
  });
});

const clubs = ['Sauce', 'Saucejo', 'Sauceda', 'Saucillo', 'Saucelle', 'Sauces', 'Saucón'].map((name, index) => ({
  id: String(index),
  name,
}));

function Picker({ search }: { search: (text: string) => Promise<ClubChoice[]> }) {
  const [chosen, setChosen] = useState<ClubChoice[]>([clubs[0] as ClubChoice]);
  return <ClubPicker label="Clubes" search={search} chosen={chosen} onChange={setChosen} />;
}

describe('the club picker', () => {
  test('[V-UI-6] [V-UI-7] [B-UI-4] opens on typing with at most five unchosen clubs and closes on a selection', async () => {
    const search = vi.fn(async () => clubs);
    render(<Picker search={search} />);
    const user = userEvent.setup();
    const input = screen.getByRole('combobox', { name: 'Clubes' });
    await user.click(input);
    expect(screen.queryAllByRole('option')).toEqual([]);
    await user.type(input, 'sau');
    const options = await screen.findAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual(clubs.slice(1, 6).map((club) => club.name));
    expect(search.mock.calls).toEqual([['sau']]);
    await user.keyboard('{ArrowDown}{Enter}');
    expect(screen.queryAllByRole('option')).toEqual([]);
    const chosen = within(screen.getByRole('list', { name: 'Clubes elegidos' })).getAllByRole('listitem');
    expect(chosen.map((item) => item.textContent)).toEqual(['Sauce', 'Saucejo']);
    await user.click(screen.getByRole('button', { name: 'Quitar Sauce' }));
    expect(screen.queryByText('Sauce')).toBeNull();
  });

  test('[V-UI-6] closes on an outside click', async () => {
    render(<Picker search={async () => clubs} />);
    const user = userEvent.setup();
    await user.type(screen.getByRole('combobox', { name: 'Clubes' }), 'sau');
    await screen.findAllByRole('option');
    await user.click(document.body);
    expect(screen.queryAllByRole('option')).toEqual([]);
  });
});

describe('the order field', () => {
  const values = (rules: typeof vodOrder, value: number | null) => [rules.up(value), rules.down(value)];

  test('[B-CAM-19] [B-CON-11] stops at 1 on the way down, and begins at 1 on the way up from an empty field', () => {
    expect(values(cameraOrder, 1)).toEqual([2, 1]);
    expect(values(cameraOrder, 5)).toEqual([6, 4]);
    expect(values(cameraOrder, null)).toEqual([1, null]);
    expect(values(vodOrder, null)).toEqual([1, null]);
  });

  test('[B-AD-15] removes a priority of 1 on the way down, and begins at 2 on the way up from none', () => {
    expect([1, null, 3].map((value) => values(adPriority, value))).toEqual([
      [2, null],
      [2, null],
      [4, 2],
    ]);
  });

  async function typeOrder(rules: typeof vodOrder, text: string) {
    const onChange = vi.fn();
    render(<OrderStepper label="Orden" value={3} rules={rules} onChange={onChange} />);
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Orden' });
    await userEvent.clear(input);
    if (text) await userEvent.type(input, text);
    await userEvent.tab();
    return { sent: onChange.mock.calls, shown: input.value };
  }

  test.each(['0', '-1', 'x', '1.5', '2e3', '9999999'])(
    '[B-VOD-19] [B-AD-16] restores the last order after the invalid text %s',
    async (text) => {
      expect(await typeOrder(vodOrder, text)).toEqual({ sent: [], shown: '3' });
    },
  );

  test('[B-VOD-19] accepts digits, and an empty field as no order', async () => {
    expect((await typeOrder(vodOrder, '12')).sent).toEqual([[12]]);
    cleanup();
    expect((await typeOrder(vodOrder, '')).sent).toEqual([[null]]);
  });

  test.each([
    ['[B-CAM-19] camera', cameraOrder],
    ['[B-AD-16] ad', adPriority],
  ])('%s: restores the order when it is emptied', async (_, rules) => {
    expect(await typeOrder(rules, '')).toEqual({ sent: [], shown: '3' });
  });
});

describe('components', () => {
  test('[B-CAM-8] confirm copying for 2 seconds', async () => {
    vi.useFakeTimers();
    const writeText = vi.fn(async () => undefined);
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
    render(<CopyField label="Clave" value="campo-1?key=abc" secret />);
    expect(screen.getByLabelText('Clave').getAttribute('type')).toBe('password');
    fireEvent.click(screen.getByRole('button', { name: 'Copiar Clave' }));
    await tick(0);
    expect(writeText).toHaveBeenCalledWith('campo-1?key=abc');
    expect(screen.getByText('¡Copiado!')).toBeDefined();
    await tick(1999);
    expect(screen.getByText('¡Copiado!')).toBeDefined();
    await tick(1);
    expect(screen.queryByText('¡Copiado!')).toBeNull();
  });

  test('a textarea shows its rows while empty', () => {
    render(<Textarea label="Mensaje" rows={5} />);
    const { style, className } = screen.getByRole('textbox', { name: 'Mensaje' });
    expect(style.getPropertyValue('--rows')).toBe('5');
    expect(className).toContain('min-h-[calc(var(--rows)*1lh');
  });
});
