/**
 * Return addresses that must never lead off the site, in any parameter (redirectTo, redirectUrl, callbackUrl). `host`
 * is the site's own host; a disguised form of it counts as foreign.
 */
export const hostileAddresses = (host: string): string[] => [
  ...[
    'https://evil.test',
    'http://evil.test/home',
    'HTTPS://EVIL.TEST/',
    '//evil.test',
    '///evil.test',
    '////evil.test//',
  ],
  ...['/\\evil.test', '\\/evil.test', '\\\\evil.test', '/\\/evil.test', '\\evil.test', '/\\\\evil.test/%2f..'],
  ...['/\t/evil.test', '/\n/evil.test', '/\r\n/evil.test', '\t//evil.test', ' //evil.test', '\u0000//evil.test'],
  ...['/%09/evil.test\t', '/\u00a0/evil.test\u0000', '//evil.test\u0000.ours', '/..//evil.test', '/.//evil.test'],
  ...['/home/..//evil.test', './/evil.test', '../..//evil.test', '/%2e%2e//evil.test', '/home/%2e.//evil.test'],
  ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'java\tscript:alert(1)', 'javascript://%0aalert(1)'],
  ...[
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'blob:https://evil.test/1',
    'file:///etc/passwd',
  ],
  ...['ftp://evil.test/', 'mailto:a@evil.test', 'tel:+34600000000', 'intent://evil.test#Intent;end', 'about:blank'],
  ...['https:evil.test', 'https:/evil.test', 'https:\\\\evil.test', 'http:\\evil.test', 'https:///evil.test'],
  ...['//evil.test:443/', '//[::1]/', '//2130706433/', '//0x7f000001/', '//127.1/', '//evil。test', '//ｅｖｉｌ.test'],
  ...[`//${host}@evil.test`, `https://${host}@evil.test/`, `https://${host}:x@evil.test/`, `https://a:b@${host}/`],
  ...[
    `https://${host}.evil.test/`,
    `https://evil.test/${host}`,
    `https://evil.test?${host}`,
    `https://evil.test#${host}`,
  ],
  ...[
    `https://${host}\\@evil.test`,
    `https://evil.test\\@${host}`,
    `//${host}%2f@evil.test`,
    `https://${host}%00.evil.test`,
  ],
  ...[`https://sub.${host}/`, `https://${host}:9/`, `ws://${host}/`, `https://${host}./`],
];
