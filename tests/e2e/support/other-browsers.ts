/**
 * The system's Firefox and WebKit over W3C protocols: Firefox by WebDriver BiDi, WebKit by its WebDriver on a virtual
 * display. Playwright drives only its own builds.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface OtherBrowser {
  open(url: string): Promise<void>;
  /** Evaluates an expression in the page and returns its value as JSON. */
  ask<T>(expression: string): Promise<T>;
  press(key: string): Promise<void>;
  close(): Promise<void>;
}

/** Browsers by name. Without `start`, the browser is not installed, and `missing` says which packages it needs. */
export const otherBrowsers: Record<string, { start?: () => Promise<OtherBrowser>; missing: string }> = {
  Firefox: findFirefox(),
  WebKit: findWebkit(),
};

function findFirefox() {
  const path = commandPath('firefox-esr') ?? commandPath('firefox');
  return { missing: 'There is no Firefox: apt-get install firefox-esr', ...(path && { start: () => firefox(path) }) };
}

function findWebkit() {
  const driver = commandPath('WebKitWebDriver');
  const screen = commandPath('Xvfb');
  const browser = findMiniBrowser();
  const missing =
    'There is no WebKit with a screen: apt-get install webkit2gtk-driver gstreamer1.0-libav gstreamer1.0-plugins-bad xvfb';
  return { missing, ...(driver && screen && browser && { start: () => webkit(driver, screen, browser) }) };
}

async function firefox(path: string): Promise<OtherBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'cantera-firefox-'));
  writeFileSync(
    join(profile, 'user.js'),
    Object.entries({
      'media.autoplay.default': 0,
      'app.update.enabled': false,
      'datareporting.policy.dataSubmissionEnabled': false,
      'toolkit.telemetry.enabled': false,
      'intl.accept_languages': 'es-ES',
      // A dead proxy blocks the browser's own requests to other hosts.
      'network.proxy.type': 1,
      'network.proxy.http': '127.0.0.1',
      'network.proxy.http_port': 9,
      'network.proxy.ssl': '127.0.0.1',
      'network.proxy.ssl_port': 9,
      'network.proxy.no_proxies_on': 'localhost, 127.0.0.1',
    })
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(''),
  );
  const child = spawn(path, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile, MOZ_DISABLE_CONTENT_SANDBOX: '1' },
  });
  const end = async () => {
    await stop(child);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const [, address] = await waitForLine(child, /WebDriver BiDi listening on (ws:\S+)/);
    const bidi = await connect(`${address}/session`);
    await bidi('session.new', { capabilities: {} });
    const { contexts } = await bidi<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
    const context = contexts[0]?.context;
    return {
      open: async (url) => void (await bidi('browsingContext.navigate', { context, url, wait: 'complete' })),
      async ask(expression) {
        const { result } = await bidi<{ result: { value?: string } }>('script.evaluate', {
          expression: `(async () => JSON.stringify(await (${expression})))()`,
          target: { context },
          awaitPromise: true,
        });
        return result.value === undefined ? undefined : JSON.parse(result.value);
      },
      press: async (key) =>
        void (await bidi('input.performActions', {
          context,
          actions: [{ type: 'key', id: 'keys', actions: toKeyActions(key) }],
        })),
      close: end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Connects to WebDriver BiDi. The returned function sends a command, and returns its result or throws its error. */
async function connect(address: string) {
  const socket = new WebSocket(address);
  await new Promise<unknown>((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error(`No connection to ${address}`));
  });
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  socket.onmessage = ({ data }) => {
    const { id, result, error, message } = JSON.parse(String(data));
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error) asked?.reject(new Error(`${error}: ${message}`));
    else asked?.resolve(result as never);
  };
  socket.onclose = () => {
    for (const { reject } of waiting.values()) reject(new Error('The browser has ended'));
  };
  let last = 0;
  return <T>(method: string, params: object): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve: resolve as (value: never) => void, reject });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
}

async function webkit(driver: string, screen: string, binary: string): Promise<OtherBrowser> {
  const home = mkdtempSync(join(tmpdir(), 'cantera-webkit-'));
  const display = spawn(screen, ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const children = [display];
  const end = async () => {
    for (const child of children.toReversed()) await stop(child);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const [, number] = await waitForLine(display, /^(\d+)$/, 3);
    const port = await freePort();
    const child = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], {
      stdio: 'ignore',
      env: {
        ...process.env,
        DISPLAY: `:${number}`,
        HOME: home,
        XDG_CACHE_HOME: home,
        XDG_RUNTIME_DIR: home,
        GDK_BACKEND: 'x11',
        NO_AT_BRIDGE: '1',
        LIBGL_ALWAYS_SOFTWARE: '1',
        WEBKIT_DISABLE_DMABUF_RENDERER: '1',
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
        GST_REGISTRY: join(home, 'gstreamer'),
      },
    });
    children.push(child);
    const send = async <T>(method: string, path: string, body?: object): Promise<T> => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        ...(body && { body: JSON.stringify(body) }),
      });
      const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
      if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
      return value;
    };
    await waitUntilReady(() => send('GET', '/status'), child);
    const options = { binary, args: ['--automation', '--autoplay-policy=allow'] };
    const { sessionId } = await send<{ sessionId: string }>('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
    });
    const session = `/session/${sessionId}`;
    return {
      open: async (url) => void (await send('POST', `${session}/url`, { url })),
      async ask(expression) {
        const script = `const done = arguments[arguments.length - 1];
          (async () => JSON.stringify(await (${expression})))().then(done, (error) => done(JSON.stringify(String(error))));`;
        const value = await send<string | null>('POST', `${session}/execute/async`, { script, args: [] });
        return value === null ? undefined : JSON.parse(value);
      },
      press: async (key) =>
        void (await send('POST', `${session}/actions`, {
          actions: [{ type: 'key', id: 'keys', actions: toKeyActions(key) }],
        })),
      async close() {
        await send('DELETE', session).catch(() => undefined);
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

const toKeyActions = (value: string) => [
  { type: 'keyDown', value },
  { type: 'keyUp', value },
];

/** Waits until the process answers or has ended. */
async function waitUntilReady(look: () => Promise<unknown>, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const answers = await look().then(
      () => true,
      () => false,
    );
    if (answers) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('WebKitWebDriver has ended');
}

function waitForLine(child: ChildProcess, pattern: RegExp, at = 2): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    const stream = child.stdio[at];
    if (!stream || !('on' in stream)) return reject(new Error('The process has no output stream'));
    createInterface({ input: stream as NodeJS.ReadableStream }).on('line', (line) => {
      const found = pattern.exec(line);
      if (found) resolve(found);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The process ended with ${code} before printing ${pattern}`)));
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(late);
}

function commandPath(name: string): string | undefined {
  return spawnSync('sh', ['-c', `command -v '${name}'`], { encoding: 'utf8' }).stdout.trim() || undefined;
}

/** Finds WebKit's MiniBrowser in the folders of various systems. */
function findMiniBrowser(): string | undefined {
  const folders = ['/usr/lib', '/usr/libexec'].flatMap((root) =>
    existsSync(root) ? [root, ...readdirSync(root).map((name) => join(root, name))] : [],
  );
  return folders
    .flatMap((folder) =>
      ['webkitgtk-6.0', 'webkit2gtk-4.1', 'webkit2gtk-4.0'].map((name) => join(folder, name, 'MiniBrowser')),
    )
    .find((path) => existsSync(path));
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
