// Names of audit actions: the audit log tells views from decisions by the last letters of the action.
import type { SourceFile, Violation } from './source-files.ts';

const DECLARATIONS = /^api\/features\/[^/]+\/declarations\.ts$/;
const ACTIONS = /interface AuditActions \{([^}]*)\}/;
const NAME = /'?([\w.]+)'?: true;/g;

/** Actions about views that do not end in "viewed", and decisions that end like a view ("reviewed"). */
export function misnamedActions(files: SourceFile[]): Violation[] {
  return files
    .filter(({ path }) => DECLARATIONS.test(path))
    .flatMap(({ path, text }) =>
      [...(ACTIONS.exec(text)?.[1] ?? '').matchAll(NAME)].flatMap(([, name = '']): Violation[] => {
        const isView = /(?:^|\.)view|View/.test(name);
        const endsLikeView = name.endsWith('iewed');
        return isView === endsLikeView && isView === /\.viewed$|Viewed$/.test(name)
          ? []
          : [`${path}: ${name}: an action ends in "viewed" when it only views, and no other does`];
      }),
    );
}
