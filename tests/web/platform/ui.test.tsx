import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { chooseCategoryLook } from '../../../web/ui/badge.tsx';
import { type ClubChoice, ClubPicker } from '../../../web/ui/club-picker.tsx';
import { CopyField } from '../../../web/ui/copy-field.tsx';
import { Crest } from '../../../web/ui/crest.tsx';
import { cameraOrder, OrderStepper, vodOrder } from '../../../web/ui/order-stepper.tsx';
import { listShownPages, Pagination } from '../../../web/ui/pagination.tsx';
import { Rail, RailItem, railStep } from '../../../web/ui/rail.tsx';
import { SafeHtml } from '../../../web/ui/safe-html.tsx';
import { SearchInput } from '../../../web/ui/search-input.tsx';
import { SubmitOverlay } from '../../../web/ui/submit-overlay.tsx';
import { Textarea } from '../../../web/ui/textarea.tsx';
import { Thumbnail } from '../../../web/ui/thumbnail.tsx';
import { Toaster, toast } from '../../../web/ui/toaster.tsx';
import '../support/app.tsx';

afterEach(cleanup);

const tick = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('[V-UI-2] pagination', () => {
  const listLabels = (page: number, total: number) =>
    listShownPages(page, total).map((one) => (one.gap ? '…' : one.page));

  test('shows first, last and current ±1 with ellipses', () => {
    expect(listLabels(5, 10)).toEqual([1, '…', 4, 5, 6, '…', 10]);
    expect(listLabels(1, 10)).toEqual([1, 2, '…', 10]);
    expect(listLabels(10, 10)).toEqual([1, '…', 9, 10]);
    expect(listLabels(4, 10)).toEqual([1, 2, 3, 4, 5, '…', 10]);
    expect(listLabels(2, 3)).toEqual([1, 2, 3]);
  });

  test('is hidden with a single page', () => {
    const { container } = render(<Pagination page={1} totalPages={1} onPage={() => undefined} />);
    expect(container.innerHTML).toBe('');
  });

  test('goes to the clicked page and marks the current one', async () => {
    const onPage = vi.fn();
    render(<Pagination page={2} totalPages={9} onPage={onPage} />);
    expect(screen.getByRole('button', { name: 'Página 2' }).getAttribute('aria-current')).toBe('page');
    await userEvent.click(screen.getByRole('button', { name: 'Página 9' }));
    await userEvent.click(screen.getByRole('button', { name: 'Página siguiente' }));
    expect(onPage.mock.calls).toEqual([[9], [3]]);
  });
});

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

describe('orders', () => {
  const values = (rules: typeof vodOrder, value: number | null) => [rules.up(value), rules.down(value)];

  test('[B-CAM-19] [B-CON-11] for cameras and VODs: down stops at 1, up from none gives 1', () => {
    expect(values(cameraOrder, 1)).toEqual([2, 1]);
    expect(values(cameraOrder, 5)).toEqual([6, 4]);
    expect(values(cameraOrder, null)).toEqual([1, null]);
    expect(values(vodOrder, null)).toEqual([1, null]);
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

  test.each(['0', '-1', 'x', '1.5', '2e3', '9999999'])('[B-VOD-19] reverts %s', async (text) => {
    expect(await typeOrder(vodOrder, text)).toEqual({ sent: [], shown: '3' });
  });

  test('[B-VOD-19] accepts digits, and empty as none', async () => {
    expect((await typeOrder(vodOrder, '12')).sent).toEqual([[12]]);
    cleanup();
    expect((await typeOrder(vodOrder, '')).sent).toEqual([[null]]);
  });

  test("[B-CAM-19] restores a camera's order when the field is emptied", async () => {
    expect(await typeOrder(cameraOrder, '')).toEqual({ sent: [], shown: '3' });
  });
});

describe('[A-ERR-3] messages with markup', () => {
  const show = (html: string) => {
    const { container } = render(
      <MemoryRouter>
        <SafeHtml html={html} />
      </MemoryRouter>,
    );
    return container;
  };

  test('shows links and simple emphasis', () => {
    const container = show('Escribe a <a href="/contact/teams">nosotros</a>, <b>hoy</b> &amp; <em>ya</em>.');
    expect(container.textContent).toBe('Escribe a nosotros, hoy & ya.');
    expect(screen.getByRole('link').getAttribute('href')).toBe('/contact/teams');
    expect(container.querySelector('strong')?.textContent).toBe('hoy');
  });

  test.each([
    '<script>window.hacked = 1</script>hola',
    '<img src=x onerror="window.hacked = 1">hola',
    '<a href="javascript:window.hacked=1" onclick="window.hacked=1">hola</a>',
    '<iframe srcdoc="<script>parent.hacked=1</script>"></iframe>hola',
    '<svg onload="window.hacked=1"><a href="javascript:1">hola</a></svg>',
    '<a href="//evil.test">hola</a>',
    '<a href="data:text/html,x">hola</a>',
    '<style>*{display:none}</style>hola',
    '<form action="https://evil.test"><button>hola</button></form>',
  ])('%s keeps only its text', (html) => {
    const container = show(html);
    expect(container.textContent).toBe('hola');
    expect(container.querySelector('script, img, iframe, svg, style, form, button, a')).toBeNull();
    expect('hacked' in window).toBe(false);
  });
});

describe('the submit overlay', () => {
  test('[A-ERR-5] [B-UI-3] closes after 3000 ms on success and 5000 ms on error', async () => {
    vi.useFakeTimers();
    for (const [state, ms] of [
      ['success', 3000],
      ['error', 5000],
    ] as const) {
      const onClose = vi.fn();
      render(<SubmitOverlay submission={{ state, text: 'x' }} onClose={onClose} />);
      await tick(ms - 1);
      expect(onClose).not.toHaveBeenCalled();
      await tick(1);
      expect(onClose).toHaveBeenCalledOnce();
      cleanup();
    }
  });

  test('[B-UI-3] shows the percentage and cannot be closed while loading', async () => {
    const onClose = vi.fn();
    render(<SubmitOverlay submission={{ state: 'loading', percent: 41.7 }} onClose={onClose} />);
    expect(screen.getByText('41 %')).toBeDefined();
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('42');
    expect(screen.queryByRole('button', { name: 'Cerrar' })).toBeNull();
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    fireEvent.click(screen.getByRole('dialog'));
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('toasts', () => {
  test('[V-UI-1] stay while loading, 2000 ms on success, 4000 ms otherwise, at most 20', async () => {
    vi.useFakeTimers();
    render(<Toaster />);
    act(() => {
      toast.loading('cargando');
      toast.success('hecho');
      toast.error('mal');
      toast('nota');
    });
    await tick(1999);
    expect(screen.getByText('hecho')).toBeDefined();
    await tick(2);
    expect(screen.queryByText('hecho')).toBeNull();
    await tick(1997);
    expect(screen.getByText('mal')).toBeDefined();
    await tick(3);
    expect(screen.queryByText('mal')).toBeNull();
    expect(screen.queryByText('nota')).toBeNull();
    await tick(600_000);
    expect(screen.getByText('cargando')).toBeDefined();
    act(() => {
      for (let n = 0; n < 30; n += 1) toast(`nota ${n}`);
    });
    expect(screen.getAllByText(/^nota/)).toHaveLength(20);
    act(() => toast.removeAll());
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

  test('[V-UI-8] show a court for basketball without a picture', () => {
    render(<Thumbnail src={null} kind="BASKET" alt="partido" />);
    expect(screen.getByAltText('partido').getAttribute('src')).toBe('/court.svg');
  });

  test('[V-UI-8] replace a broken picture by the default, or by the logo for a club', () => {
    render(<Thumbnail src="/gone.png" alt="partido" />);
    render(<Thumbnail src="/gone.png" alt="club" kind="club" />);
    render(<Thumbnail src={null} alt="nada" />);
    for (const name of ['partido', 'club']) fireEvent.error(screen.getByRole('img', { name }));
    const src = (name: string) => screen.getByRole('img', { name }).getAttribute('src');
    expect([src('partido'), src('club'), src('nada')]).toEqual(['/match.svg', '/favicon.svg', '/match.svg']);
  });

  test('[V-UI-8] a crest that is missing or broken is the logo', () => {
    const { container } = render(
      <>
        <Crest src="/gone.png" />
        <Crest src={null} />
      </>,
    );
    const images = [...container.querySelectorAll('img')];
    fireEvent.error(images[0] as HTMLImageElement);
    expect(images.map((image) => image.getAttribute('src'))).toEqual(['/favicon.svg', '/favicon.svg']);
  });

  test('[V-UI-4] a rail scrolls in steps of 272 px, with buttons where there is a mouse', async () => {
    expect(railStep).toBe(272);
    let hasMouse = false;
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: hasMouse && query.includes('pointer: fine'),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    const scrollBy = vi.fn();
    Element.prototype.scrollBy = scrollBy;
    const row = (
      <MemoryRouter>
        <Rail title="Fútbol">
          <RailItem>1</RailItem>
        </Rail>
      </MemoryRouter>
    );
    const { unmount } = render(row);
    expect(screen.queryByRole('button')).toBeNull();
    unmount();
    hasMouse = true;
    render(row);
    await userEvent.click(screen.getByRole('button', { name: 'Fútbol: siguientes' }));
    await userEvent.click(screen.getByRole('button', { name: 'Fútbol: anteriores' }));
    expect(scrollBy.mock.calls.map(([options]) => options.left)).toEqual([272, -272]);
  });

  test('[V-UI-9] category chips have their colour for ids 1 to 5, grey otherwise', () => {
    const colours = [1, '2', 3, 4, 5, 6, 'x', 0].map((id) => /chip-(\w+)/.exec(chooseCategoryLook(id))?.[1]);
    expect(colours).toEqual(['pink', 'indigo', 'purple', 'orange', 'teal', 'gray', 'gray', 'gray']);
  });
});
