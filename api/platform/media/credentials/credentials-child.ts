// The sandboxed child that reads the C2PA manifest store of the file named by its first argument,
// and writes its bytes into the folder named by its second.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readCredentials } from './read-credentials.ts';

const [file = '', folder = ''] = process.argv.slice(2);
const found = await readCredentials(file);
if (found?.manifest) await writeFile(join(folder, 'manifest'), found.manifest);
process.stdout.write(JSON.stringify(found && { ...found, manifest: found.manifest !== null }));
