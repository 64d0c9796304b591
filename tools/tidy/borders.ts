// Who may import whom.
import { codeOf, importsOf, isCode, isTest } from './source-files.ts';
import type { SourceFile, Violation } from './source-files.ts';

interface Border {
  /** Files the rule is about. */
  of: (file: SourceFile) => boolean;
  allows: (imported: string, importer: string) => boolean;
  says: string;
}

const inside = (folder: string) => (path: string) =>
  path === folder || path.startsWith(`${folder}/`);
const [inApi, inWeb, inContract, inSandbox] = ['api', 'web', 'contract', 'sandbox'].map(inside) as [
  FolderTest,
  FolderTest,
  FolderTest,
  FolderTest,
];
type FolderTest = (path: string) => boolean;

/** `api/features/posts` of any file in it. */
const featureOf = (path: string): string | undefined =>
  /^(?:api|web)\/features\/[^/]+(?=\/)/.exec(path)?.[0];

const BORDERS: Border[] = [
  {
    of: (file) => inWeb(file.path),
    allows: (imported) => !inApi(imported) && !inSandbox(imported),
    says: 'web knows the server only by the contract',
  },
  {
    of: (file) => inContract(file.path) && !isTest(file),
    allows: (imported) => imported === 'zod' || inContract(imported),
    says: 'contract imports zod and itself, nothing else',
  },
  {
    of: (file) => inContract(file.path) && isTest(file),
    allows: (imported) => !inApi(imported) && !inWeb(imported) && !inSandbox(imported),
    says: 'contract knows neither api nor web',
  },
  {
    of: (file) => inApi(file.path),
    allows: (imported) => !inWeb(imported),
    says: 'api does not import web; the built bundle is loaded by address',
  },
  {
    of: (file) => inSandbox(file.path),
    allows: (imported) => !inApi(imported) && !inWeb(imported),
    says: 'a sandbox is a foreign service: it shares no code with us',
  },
  {
    of: (file) =>
      featureOf(file.path) !== undefined || (inside('web/app')(file.path) && !isTest(file)),
    allows: (imported, importer) => {
      const owner = featureOf(imported);
      return (
        owner === undefined || owner === featureOf(importer) || imported === `${owner}/index.ts`
      );
    },
    says: 'a feature is used only through its index.ts',
  },
  {
    of: (file) => inside('api/platform')(file.path) && !isTest(file),
    allows: (imported) => !inside('api/features')(imported),
    says: 'platform knows no feature',
  },
  {
    of: (file) => inApi(file.path) && !inside('api/testing')(file.path) && !isTest(file),
    allows: (imported) => !inside('api/testing')(imported) && imported !== 'vitest',
    says: 'what is served needs nothing of the tests',
  },
  {
    of: (file) => inside('web/features')(file.path),
    allows: (imported) => !inside('web/app')(imported),
    says: 'the app is above the features',
  },
  {
    of: (file) => inside('web/client')(file.path),
    allows: (imported) => !inside('web/app')(imported) && !inside('web/features')(imported),
    says: 'the client is below the features',
  },
  {
    of: (file) => inside('web/ui')(file.path),
    allows: (imported) =>
      !inside('web')(imported) || inside('web/ui')(imported) || inside('web/paraglide')(imported),
    says: 'the design system knows only itself and the texts',
  },
];

/** Every import that crosses a border. */
export function crossings(files: SourceFile[]): Violation[] {
  return files.filter(isCode).flatMap((file) =>
    BORDERS.filter((border) => border.of(file)).flatMap((border) =>
      importsOf(file)
        .filter((imported) => !border.allows(imported, file.path))
        .map((imported): Violation => `${file.path}: imports ${imported}, but ${border.says}`),
    ),
  );
}

/**
 * A dynamic import of the web application that is no loader (`() => import(...)`), as load-part.ts
 * wants them.
 */
export function bareImports(files: SourceFile[]): Violation[] {
  return files
    .filter(
      (file) =>
        isCode(file) &&
        !isTest(file) &&
        (inside('web/features')(file.path) ||
          inside('web/app')(file.path) ||
          inside('web/client')(file.path)),
    )
    .filter((file) => /(?<!\(\) => )\bimport\(/.test(codeOf(file)))
    .map(
      (file): Violation =>
        `${file.path}: give a dynamic import to web/client/load-part.ts, which knows what to do when it fails`,
    );
}

const VALUE_IMPORT = /\bimport\s+(?!type\b)([^;]*?)\sfrom\s*['"]@camarim\/contract\/?([^'"]*)['"]/g;

/** Whether an import names anything but types. */
const namesValues = (names: string): boolean =>
  names
    .replaceAll(/[{}]/g, '')
    .split(',')
    .some((name) => name.trim() !== '' && !name.trim().startsWith('type '));

/**
 * Values that the web application imports from a module with schemas: the schema library would
 * reach the browser, and in the server's process the schemas of the bundle would be registered
 * beside the server's own, which breaks the OpenAPI document. Constants for both are in limits.ts.
 */
export function schemasInWeb(files: SourceFile[]): Violation[] {
  const withSchemas = new Set(
    files
      .filter((file) => inContract(file.path) && importsOf(file).includes('zod'))
      .map(({ path }) => path),
  );
  return files
    .filter((file) => isCode(file) && inWeb(file.path) && !isTest(file))
    .flatMap((file) =>
      [...codeOf(file).matchAll(VALUE_IMPORT)]
        .filter(([, names = '']) => namesValues(names))
        .map(([, , module = '']) => (module === '' ? 'contract/index.ts' : `contract/${module}.ts`))
        .filter((path) => withSchemas.has(path) || path === 'contract/index.ts')
        .map((path): Violation => `${file.path}: imports values from ${path}, which has schemas`),
    );
}
