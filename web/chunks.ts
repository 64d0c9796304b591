// Which modules share a file in the browser's build: libraries, what every page runs, and the rest by itself.
import { basename, join } from 'node:path';

/** What rolldown tells about a module while it makes chunks. */
type Module = { code: string | null; importedIds: readonly string[] };
type Context = { getModuleInfo(id: string): Module | null };

const VENDOR = /[\\/]node_modules[\\/](?:react|react-dom|scheduler|react-router|@react-router|cookie|set-cookie-parser)[\\/]/;

/** Files that only pass on what hundreds of others export: importing one says nothing about which are used. */
const BARREL = /[\\/](?:paraglide[\\/]messages(?:\.js|[\\/]_index\.js)|lucide-react[\\/]dist[\\/]esm[\\/]lucide-react\.m?js)$/;
const BEHIND_BARREL = /[\\/](?:paraglide[\\/]messages|lucide-react[\\/]dist[\\/]esm[\\/]icons)[\\/]/;

const ROOTS = ['root.tsx', 'pages.tsx', 'entry.client.tsx'].map((file) => join(import.meta.dirname, 'shell', file));

/** "volume-2.mjs" and "Volume2" are one icon, "menu.js" and "menu" one text. */
const plain = (name: string): string => name.replace(/\.m?js$/, '').replaceAll(/[-_]/g, '').toLowerCase();

/** Everything that the roots import, however indirectly, and the names that its code mentions. */
const readCore = (context: Context): { ids: ReadonlySet<string>; names: ReadonlySet<string> } => {
  const ids = new Set(ROOTS);
  const names = new Set<string>();
  for (const id of ids) {
    const module = context.getModuleInfo(id);
    for (const [name] of module?.code?.matchAll(/\b[A-Za-z]\w+\b/g) ?? []) names.add(plain(name));
    for (const imported of module?.importedIds ?? []) {
      if (!BARREL.test(imported)) ids.add(imported);
    }
  }
  return { ids, names };
};

/**
 * Few files for the first page instead of dozens of small ones: what the roots run is one `app`, libraries are one
 * `vendor`. What only lazy boundaries and other pages import stays out of them.
 */
export const chunkGroups = () => {
  let core: ReturnType<typeof readCore> | undefined;
  const name = (id: string, context: Context): string | null => {
    core ??= readCore(context);
    const used = BEHIND_BARREL.test(id) ? core.names.has(plain(basename(id))) : core.ids.has(id);
    return used ? 'app' : null;
  };
  return [
    { name: 'vendor', test: VENDOR, priority: 2 },
    { name, debugName: 'app', priority: 1 },
  ];
};
