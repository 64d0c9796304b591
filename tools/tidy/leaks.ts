// Traces of one person's machine: paths of a home or checkout, hosts of a package registry, private
// keys.
import type { SourceFile, Violation } from './source-files.ts';

const TRACES: [RegExp, string][] = [
  [/(?<![\w.~)}-])\/(?:root|work)\/[\w.@-]+/, 'a path of one machine'],
  [/(?<![\w.~)}-])\/(?:home|Users)\/[a-z][\w.-]*\//, 'a path of one machine'],
  [
    /\bhttps?:\/\/(?:[\w-]+\.)*(?:registry|npmjs|yarnpkg|artifactory|nexus|verdaccio|jfrog)[\w.-]*/i,
    'the host of a package registry',
  ],
  [/-----BEGIN (?:\w+ )*PRIVATE KEY-----/, 'a private key'],
];

/** Files that hold such a trace. */
export function traces(files: SourceFile[]): Violation[] {
  return files.flatMap((file) =>
    TRACES.filter(([pattern]) => pattern.test(file.text)).map(
      ([pattern, what]): Violation =>
        `${file.path}: holds ${what} (${pattern.exec(file.text)?.[0]})`,
    ),
  );
}
