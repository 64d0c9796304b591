// Our component of icons renders exactly what the library's does, for every icon that we use.
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as library from 'lucide-react';
import { createElement, type ComponentType, type SVGProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createIcon, type IconData } from './ui/create-icon.ts';

const INDEX = fileURLToPath(
  new URL('../esm/lucide-react.mjs', import.meta.resolve('lucide-react')),
);

/** Names of the icons that a file of ours imports. */
const namesIn = (code: string): string[] =>
  [...code.matchAll(/import \{([^}]*)\} from 'lucide-react'/g)].flatMap(([, braces = '']) =>
    braces
      .split(',')
      .map((part) => part.trim().split(' as ')[0] ?? '')
      .filter((name) => /^[A-Z]/.test(name)),
  );

const usedIcons = async (): Promise<string[]> => {
  const names = new Set<string>();
  for await (const path of glob('{app,client,features,ui}/**/*.tsx', { cwd: import.meta.dirname }))
    for (const name of namesIn(readFileSync(join(import.meta.dirname, path), 'utf8')))
      names.add(name);
  return [...names];
};

/** What the file of an icon says about it; the library's index names the file. */
const dataOf = async (name: string): Promise<IconData> => {
  const line = readFileSync(INDEX, 'utf8')
    .split('\n')
    .find((text) => new RegExp(`default as ${name}\\b`).test(text));
  const file = /'([^']+)'/.exec(line ?? '')?.[1] ?? '';
  const { __iconData: data } = (await import(join(dirname(INDEX), file))) as Record<
    string,
    IconData
  >;
  return data as IconData;
};

const PROPS: SVGProps<SVGSVGElement>[] = [
  {},
  { 'aria-hidden': true },
  { 'aria-hidden': true, className: 'mark' },
  { 'aria-label': 'Done', fill: 'currentColor' },
];

test('every icon that we use is rendered by our component as by that of the library', async () => {
  const names = await usedIcons();
  expect(names.length).toBeGreaterThan(100);
  for (const name of names) {
    const ours: ComponentType = createIcon(await dataOf(name));
    const theirs = (library as unknown as Record<string, ComponentType>)[name] as ComponentType;
    for (const props of PROPS)
      expect(renderToStaticMarkup(createElement(ours, props))).toBe(
        renderToStaticMarkup(createElement(theirs, props)),
      );
  }
});
