// What other features may use of lists of people.
export { PersonLists } from './parts.ts';
export { textOf } from './parts-text.ts';
export { countQuery, listsQuery, type Selection, type SelectionPart } from './queries.ts';
export { SelectionFields } from './SelectionFields.tsx';
