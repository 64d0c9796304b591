// What the Markdown of the operator's texts becomes.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Markdown } from './Markdown.tsx';

const render = (text: string) => renderToStaticMarkup(createElement(Markdown, { text }));

it.each([
  ['# Termos & condições', '<h1>Termos &amp; condições</h1>'],
  ['Um **texto** com _ênfase_', '<p>Um <b>texto</b> com <em>ênfase</em></p>'],
  ['- um\n- dois', '<ul><li>um</li><li>dois</li></ul>'],
  ['3. três\n4. quatro', '<ol start="3"><li>três</li><li>quatro</li></ol>'],
  ['[ajuda](/help)', '<p><a href="/help">ajuda</a></p>'],
])('%j is rendered as %j', (text, html) => expect(render(text)).toBe(html));

it.each([
  ['HTML', '<script>alert(1)</script>'],
  ['HTML within a line', 'a <img src=x onerror=alert(1)> b'],
  ['a link to a script', '[x](javascript:alert(1))'],
  ['a link to another scheme', '[x](data:text/html,y)'],
  ['a link without a scheme to another host', '[x](//other.example)'],
  ['an image', '![x](https://other.example/x.png)'],
])('%s in a policy is shown as text', (_what, text) => {
  expect(render(text)).not.toMatch(/<(?:script|img|a)\b/);
});
