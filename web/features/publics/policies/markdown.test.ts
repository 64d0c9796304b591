// What the Markdown of the operator's texts becomes.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Markdown, sectionsOf } from './Markdown.tsx';

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

it('the sections of a policy have anchors of their words, which the contents lead to', () => {
  const text = '# Termos\n\n## 1. Quem pode usar\n\nUm\n\n## 2. O que é proibido\n\nDois';
  const sections = sectionsOf(text);
  expect(sections).toEqual([
    { anchor: '1-quem-pode-usar', title: '1. Quem pode usar' },
    { anchor: '2-o-que-e-proibido', title: '2. O que é proibido' },
  ]);
  for (const { anchor } of sections) expect(render(text)).toContain(`<h2 id="${anchor}">`);
});

it('what follows the title of a policy stands between the title and the text', () => {
  const html = renderToStaticMarkup(
    createElement(Markdown, { text: '# Termos\n\nTexto', afterTitle: createElement('nav') }),
  );
  expect(html).toBe('<h1>Termos</h1><nav></nav><p>Texto</p>');
});
