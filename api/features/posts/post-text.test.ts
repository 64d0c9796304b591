// Which parts of a text are mentions, tags and links, and which only look so.
import { mentionsOf, partsOf, tagsOf } from '@camarim/contract/post-text';
import { expect, test } from 'vitest';

test.each([
  ['Olá #Verão e #verao, #1 não', ['verao']],
  ['#São_Paulo#praia', ['sao_paulo']],
  ['a#b &#39; ##c https://x.example/#frag', []],
  [`#${'x'.repeat(51)}`, []],
])('the tags of %s are found', (text, tags) => expect(tagsOf(text)).toEqual(tags));

test.each([
  ['com @Iris.Veludo. e (@davi_9)', ['iris.veludo', 'davi_9']],
  ['ana@example.com @@x', []],
  ['@iris @IRIS', ['iris']],
])('the mentions of %s are found', (text, names) => expect(mentionsOf(text)).toEqual(names));

test('links are http addresses that end before closing punctuation', () => {
  const links = (text: string) =>
    partsOf(text).flatMap((part) => (part.kind === 'link' ? part.value : []));
  expect(
    links(
      'veja https://a.example/x?y=1. (http://b.example/) javascript:alert(1) <https://c.example/"onx>',
    ),
  ).toEqual(['https://a.example/x?y=1', 'http://b.example/', 'https://c.example/']);
});

test.each([
  '',
  'só texto',
  '#a @b https://c.example/d, fim\n#e',
  '<b>#x</b> https:// #',
  '#'.repeat(5_000),
  'https://'.repeat(600),
])('the parts of a text join to the same text', (text) => {
  expect(
    partsOf(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});
