// Validation of a whole number within a range.
import { m } from '../../paraglide/messages.js';

type FieldProblem<Name extends string> = { [K in Name]?: string };
const fieldProblem = <Name extends string>(name: Name, sentence: string): FieldProblem<Name> =>
  ({ [name]: sentence }) as FieldProblem<Name>;

/** The error of a typed number under the field's name; an empty object when it is valid. */
export const between = <Name extends string>(
  name: Name,
  text: string,
  min: number,
  max: number,
): FieldProblem<Name> =>
  /^\d{1,6}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max
    ? {}
    : fieldProblem(name, m.plan_between({ min, max }));
