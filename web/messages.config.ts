// How texts are compiled: used by compile-messages.ts and, while developing, by Vite.
import type { CompilerOptions } from '@inlang/paraglide-js';

export const messageOptions: CompilerOptions = {
  project: './project.inlang',
  outdir: './paraglide',
  // The locale comes from the request on the server and from <html lang> in the browser
  // (client/preferences.ts).
  strategy: ['globalVariable', 'baseLocale'],
  outputStructure: 'message-modules',
  isServer: 'import.meta.env.SSR',
  emitReadme: false,
  // Another process may be reading the folder; stale messages are not exported and do no harm.
  cleanOutdir: false,
};
