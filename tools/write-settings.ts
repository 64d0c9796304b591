// Writes docs/operations/configuration.md from the one schema of settings:
// `node tools/write-settings.ts`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeSettings } from '../api/platform/config/config.ts';

export const settingsPage = (): string => {
  const rows = describeSettings().map(
    ({ name, fallback, meaning }) =>
      `| \`${name}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${meaning} |`,
  );
  return `# Configuration

Environment variables, read once at start. Everything has an embedded default; a half-set group is refused with the names of
what is missing. This page is written by \`node tools/write-settings.ts\`.

| name | default | meaning |
|---|---|---|
${rows.join('\n')}
`;
};

if (import.meta.main)
  writeFileSync(join(import.meta.dirname, '../docs/operations/configuration.md'), settingsPage());
