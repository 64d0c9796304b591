// Which modules share a file in the browser's build: libraries, what every page runs, and the rest
// by itself.
import { basename, dirname, join } from 'node:path';

/** What rolldown reports about a module while it makes chunks. */
type Module = { code: string | null; importedIds: readonly string[] };
type Context = { getModuleInfo(id: string): Module | null };

const VENDOR =
  /[\\/]node_modules[\\/](?:react|react-dom|scheduler|react-router|@react-router|cookie|set-cookie-parser)[\\/]/;

/**
 * Files that only pass on what hundreds of others export: importing one says nothing about which
 * are used.
 */
const BARREL =
  /[\\/](?:paraglide[\\/]messages(?:\.js|[\\/]_index\.js)|lucide-react[\\/]dist[\\/]esm[\\/]lucide-react\.m?js)$/;
const BEHIND_BARREL =
  /[\\/](?:paraglide[\\/]messages|lucide-react[\\/]dist[\\/]esm[\\/]icons)[\\/]/;

const file = (path: string): string => join(import.meta.dirname, path);
const ROOTS = ['app/root.tsx', 'app/page-frame.tsx', 'app/entry.client.tsx'].map(file);
/** The pages that people arrive at: what both use travels with the app. */
const LANDINGS = ['app/home/home.page.tsx', 'app/profile/profile.page.tsx'].map(file);

/** "volume-2.mjs" and "Volume2" are one icon, "menu.js" and "menu" one text. */
const plain = (name: string): string =>
  name
    .replace(/\.m?js$/, '')
    .replaceAll(/[-_]/g, '')
    .toLowerCase();

/** A feature's `index.ts`: importing it says only by the names which of its files are used. */
const INDEX = /[\\/]features[\\/][^\\/]+[\\/]index\.ts$/;
const NAMED_IMPORT = /\bimport\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g;
const NAMED_EXPORT = /\bexport\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g;

/** The names in the braces of an import or export, and what they are called outside of them. */
const namesOf = (braces: string, side: 0 | 1): string[] =>
  braces
    .split(',')
    .map((part) => part.trim().split(/\s+as\s+/))
    .map((part) => (side === 0 ? part[0] : part.at(-1)) ?? '')
    .filter((name) => name !== '');

/** What a module uses by importing from features: their files, and an index for what is its own. */
const usedOfFeatures = (id: string, code: string, context: Context): string[] =>
  [...code.matchAll(NAMED_IMPORT)].flatMap(([, imported = '', specifier = '']) => {
    const index = join(dirname(id), specifier);
    if (!INDEX.test(index)) return [];
    const exported = [...(context.getModuleInfo(index)?.code?.matchAll(NAMED_EXPORT) ?? [])];
    return namesOf(imported, 0).map((name) => {
      const [, , from] =
        exported.find(([, braces = '']) => namesOf(braces, 1).includes(name)) ?? [];
      return from === undefined ? index : join(dirname(index), from);
    });
  });

type Reach = { ids: ReadonlySet<string>; names: ReadonlySet<string> };

/**
 * Everything that these modules import, however indirectly, and the names that its code mentions.
 */
const reachOf = (roots: readonly string[], context: Context): Reach => {
  const ids = new Set(roots);
  const names = new Set<string>();
  for (const id of ids) {
    const module = context.getModuleInfo(id);
    for (const [name] of module?.code?.matchAll(/\b[A-Za-z]\w+\b/g) ?? []) names.add(plain(name));
    for (const used of usedOfFeatures(id, module?.code ?? '', context)) ids.add(used);
    if (INDEX.test(id)) continue;
    for (const imported of module?.importedIds ?? []) {
      if (!BARREL.test(imported) && !INDEX.test(imported)) ids.add(imported);
    }
  }
  return { ids, names };
};

const uses = ({ ids, names }: Reach, id: string): boolean =>
  BEHIND_BARREL.test(id) ? names.has(plain(basename(id))) : ids.has(id);

/**
 * Few files for the first page instead of dozens of small ones: what the roots run is one `app`,
 * libraries are one `vendor`. What only lazy boundaries and other pages import stays out of them.
 */
export const chunkGroups = () => {
  let core: Reach | undefined;
  let landings: Reach[] | undefined;
  const name = (id: string, context: Context): string | null => {
    core ??= reachOf(ROOTS, context);
    landings ??= LANDINGS.map((landing) => reachOf([landing], context));
    return uses(core, id) || landings.every((landing) => uses(landing, id)) ? 'app' : null;
  };
  /**
   * Texts and icons of several lazy parts: each would be a file of its own, and all their names are
   * in the first page.
   */
  const sharedName = (id: string, context: Context): string | null => {
    landings ??= LANDINGS.map((landing) => reachOf([landing], context));
    return BEHIND_BARREL.test(id) && !landings.some((landing) => uses(landing, id))
      ? 'shared'
      : null;
  };
  return [
    { name: 'vendor', test: VENDOR, priority: 2 },
    { name, debugName: 'app', priority: 1 },
    { name: sharedName, debugName: 'shared', minShareCount: 2, priority: 0 },
  ];
};
