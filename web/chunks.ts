// Which modules share a file in the browser's build: libraries, what every page runs, and the rest
// by itself.
import { dirname, join } from 'node:path';

/** What rolldown reports about a module while it makes chunks. */
type Module = { code: string | null; importedIds: readonly string[] };
type Context = { getModuleInfo(id: string): Module | null };

const VENDOR =
  /[\\/]node_modules[\\/](?:react|react-dom|scheduler|react-router|@react-router|cookie|set-cookie-parser)[\\/]/;

const file = (path: string): string => join(import.meta.dirname, path);
const ROOTS = ['app/root.tsx', 'app/page-frame.tsx', 'app/entry.client.tsx'].map(file);
/** The pages that people arrive at: what both use travels with the app. */
const LANDINGS = ['app/home/home.page.tsx', 'app/profile/profile.page.tsx'].map(file);

/**
 * Files that only pass on what others export: a feature's index, that of the icons, and those of
 * the query library. Importing one says only by the names which of its files are used.
 */
const INDEX =
  /[\\/](?:features[\\/][^\\/]+[\\/]index\.ts|lucide-react\.m?js|@tanstack[\\/][^\\/]+[\\/]build[\\/]modern[\\/]index\.js)$/;
const NAMED_IMPORT = /\bimport\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g;
/** Some indexes import a name first, and export it in a list of all. */
const PASSED_ON = /\b(?:import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g;

/** The texts of all pages: a module uses those that it calls, as in `m.menu()`. */
const TEXTS = /[\\/]paraglide[\\/]messages\.js$/;
const TEXT_CALL = /\bm\.(\w+)/g;

/** Each text and each icon is a file of its own. */
const TEXT_OR_ICON = /[\\/](?:paraglide[\\/]messages|lucide-react[\\/]dist[\\/]esm[\\/]icons)[\\/]/;

/** The names in the braces of an import or export, and what they are called outside of them. */
const namesOf = (braces: string, side: 0 | 1): string[] =>
  braces
    .split(',')
    .map((part) => part.trim().split(/\s+as\s+/))
    .map((part) => (side === 0 ? part[0] : part.at(-1)) ?? '')
    .filter((name) => name !== '');

/** The file of each name that an index passes on. */
const filesOf = (index: string, context: Context): Map<string, string> =>
  new Map(
    [...(context.getModuleInfo(index)?.code?.matchAll(PASSED_ON) ?? [])].flatMap(
      ([, braces = '', from = '']) =>
        namesOf(braces, 1).map((name) => [name, join(dirname(index), from)] as const),
    ),
  );

/** The names that a module imports from an index, which it calls by its path or its package. */
const importedNames = (id: string, code: string, index: string): string[] =>
  [...code.matchAll(NAMED_IMPORT)].flatMap(([, braces = '', specifier = '']) =>
    join(dirname(id), specifier) === index || index.includes(`/node_modules/${specifier}/`)
      ? namesOf(braces, 0)
      : [],
  );

/** Everything that these modules import, however indirectly. */
const reachOf = (roots: readonly string[], context: Context): ReadonlySet<string> => {
  const ids = new Set(roots);
  const indexes = new Map<string, Map<string, string>>();
  for (const id of ids) {
    if (INDEX.test(id)) continue;
    const module = context.getModuleInfo(id);
    const code = module?.code ?? '';
    for (const imported of module?.importedIds ?? []) {
      if (TEXTS.test(imported)) {
        for (const [, name = ''] of code.matchAll(TEXT_CALL))
          ids.add(join(dirname(imported), 'messages', `${name}.js`));
      } else if (INDEX.test(imported)) {
        const files = indexes.get(imported) ?? filesOf(imported, context);
        indexes.set(imported, files);
        // A name that no other file gives is the index's own.
        for (const name of importedNames(id, code, imported)) ids.add(files.get(name) ?? imported);
      } else ids.add(imported);
    }
  }
  return ids;
};

/**
 * Few files for the first page instead of dozens of small ones: what the roots run is one `app`,
 * libraries are one `vendor`. What only lazy boundaries and other pages import stays out of them.
 */
export const chunkGroups = () => {
  let core: ReadonlySet<string> | undefined;
  let landings: ReadonlySet<string>[] | undefined;
  const name = (id: string, context: Context): string | null => {
    core ??= reachOf(ROOTS, context);
    landings ??= LANDINGS.map((landing) => reachOf([landing], context));
    return core.has(id) || landings.every((landing) => landing.has(id)) ? 'app' : null;
  };
  /**
   * Texts and icons of several lazy parts: each would be a file of its own, and all their names are
   * in the first page.
   */
  const sharedName = (id: string, context: Context): string | null => {
    landings ??= LANDINGS.map((landing) => reachOf([landing], context));
    return TEXT_OR_ICON.test(id) && !landings.some((landing) => landing.has(id)) ? 'shared' : null;
  };
  return [
    { name: 'vendor', test: VENDOR, priority: 2 },
    { name, debugName: 'app', priority: 1 },
    { name: sharedName, debugName: 'shared', minShareCount: 2, priority: 0 },
  ];
};
