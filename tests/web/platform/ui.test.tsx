import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, test, vi } from 'vitest';
import { chooseCategoryLook } from '../../../web/ui/badge.tsx';
import { Crest } from '../../../web/ui/crest.tsx';
import { SafeHtml } from '../../../web/ui/failure-text.tsx';
import { listShownPages, Pagination } from '../../../web/ui/pagination.tsx';
import { Rail, RailItem, railStep } from '../../../web/ui/rail.tsx';
import { SubmitOverlay } from '../../../web/ui/submit-overlay.tsx';
import { Thumbnail } from '../../../web/ui/thumbnail.tsx';
import { Toaster, toast } from '../../../web/ui/toaster.tsx';
import '../support/app.tsx';

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

test('[V-UI-1] toasts stay while loading, 2000 ms on success, 4000 ms otherwise, at most 20', async () => {
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

describe('components', () => {
  const listSources = () => screen.getAllByRole('presentation').map((picture) => picture.getAttribute('src'));

  test('[V-UI-8] show a court for basketball without a picture', () => {
    render(<Thumbnail src={null} kind="BASKET" />);
    expect(listSources()).toEqual(['/court.svg']);
  });

  test('[V-UI-8] replace a broken picture by the default, or by the logo for a club', () => {
    render(<Thumbnail src="/gone.png" />);
    render(<Thumbnail src="/gone.png" kind="club" />);
    render(<Thumbnail src={null} />);
    for (const picture of screen.getAllByRole('presentation')) fireEvent.error(picture);
    expect(listSources()).toEqual(['/match.svg', '/favicon.svg', '/match.svg']);
  });

  test('[V-UI-8] a crest that is missing or broken is the logo', () => {
    render(<Crest src="/gone.png" />);
    render(<Crest src={null} />);
    fireEvent.error(screen.getAllByRole('presentation')[0] as HTMLImageElement);
    expect(listSources()).toEqual(['/favicon.svg', '/favicon.svg']);
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
