// Writes the exceptions of the finding rule into ARCHITECTURE.md:
// `node tools/write-finding-rule.ts`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exceptionsPage } from './tidy/finding-rule.ts';

const PAGE = join(import.meta.dirname, '../ARCHITECTURE.md');
const TABLE = /\| address and what is under it \|(?:.*\n)+?(?=\n)/;

if (import.meta.main)
  writeFileSync(PAGE, readFileSync(PAGE, 'utf8').replace(TABLE, `${exceptionsPage()}\n`));
