// The OpenAPI document as pages to read: an overview, one page for each tag, and the schemas. They
// run no script.
import { escapeHtml, plainPage } from '../../web/plain-page.ts';
import { curlOf } from './curl.ts';
import type {
  Call,
  Content,
  Parameter,
  ReadDocument,
  ReadOperation,
  Schema,
} from './read-document.ts';

export const REFERENCE_PATH = '/api/docs';
const SCHEMAS = 'schemas';

export const REFERENCE_STYLES = `
main { max-width: 900px; overflow-wrap: anywhere }
main > nav ul { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 16px 0; padding: 0; list-style: none }
nav a[aria-current] { color: var(--ink); font-weight: 650; text-decoration: none }
nav a, .calls a { display: inline-block; padding: 4px 0 }
.guide p { margin: 12px 0; color: var(--ink) }
section > h2 { margin-top: 32px }
h3 { margin: 20px 0 4px; font-size: 1rem }
ul { margin: 4px 0; padding-left: 20px }
.calls { padding: 0; list-style: none }
code { font: 0.9em ui-monospace, monospace }
.method { display: inline-block; min-width: 56px; margin-right: 8px; padding: 0 8px; border-radius: 8px; background: var(--raised); color: var(--ink); font: 650 0.8rem/1.6 ui-monospace, monospace; text-align: center }
.soft { color: var(--ink-soft) }
pre { padding: 12px; border-radius: 12px; background: var(--raised); font: 0.85rem/1.5 ui-monospace, monospace }
`;

const nameOf = (reference: string): string => reference.split('/').at(-1) ?? '';
const code = (text: string): string => `<code>${escapeHtml(text)}</code>`;
const linkTo = (name: string): string =>
  `<a href="${REFERENCE_PATH}/${SCHEMAS}#${name}">${escapeHtml(name)}</a>`;

/** Paragraphs with **bold** and \`code\`. */
const prose = (text: string): string =>
  text
    .split(/\n\n/)
    .map(
      (paragraph) =>
        `<p>${escapeHtml(paragraph)
          .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
          .replaceAll(/\*\*([^*]+)\*\*/g, '<b>$1</b>')}</p>`,
    )
    .join('');

/** What a generator writes for "any integer" is no limit. */
const isLimit = (value: number | undefined): value is number =>
  value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;

const limitsOf = ({ minimum, maximum, minLength, maxLength, maxItems, pattern }: Schema): string =>
  [
    isLimit(minimum) && `at least ${minimum}`,
    isLimit(maximum) && `at most ${maximum}`,
    isLimit(minLength) && `${minLength} or more characters`,
    isLimit(maxLength) && `at most ${maxLength} characters`,
    isLimit(maxItems) && `at most ${maxItems} items`,
    pattern !== undefined && `as ${pattern}`,
  ]
    .filter(Boolean)
    .join(', ');

/** One line: the type of a schema, without its parts. */
const typeOf = (schema: Schema): string => {
  if (schema.$ref) return linkTo(nameOf(schema.$ref));
  if (schema.enum) return schema.enum.map((value) => code(JSON.stringify(value))).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(typeOf).join(' | ');
  if (schema.allOf) return schema.allOf.map(typeOf).join(' and ');
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`;
  return escapeHtml([schema.type ?? 'any', schema.format].filter(Boolean).join(', '));
};

/** The properties within a schema, nested; empty for one without. */
const partsOf = (schema: Schema): string => {
  const inner = [schema.anyOf, schema.oneOf, schema.allOf, schema.items && [schema.items]]
    .flatMap((list) => list ?? [])
    .map(partsOf)
    .join('');
  const rest = schema.additionalProperties;
  const properties = Object.entries(schema.properties ?? {}).map(([name, part]) =>
    lineOf(name, part, schema.required?.includes(name) ?? false),
  );
  const any =
    typeof rest === 'object' && Object.keys(rest).length > 0 ? [lineOf('{key}', rest, false)] : [];
  const own = [...properties, ...any];
  return inner + (own.length > 0 ? `<ul>${own.join('')}</ul>` : '');
};

const lineOf = (name: string, schema: Schema, required: boolean): string => {
  const limits = limitsOf(schema);
  const words = [
    required ? '' : 'optional',
    limits && escapeHtml(limits),
    schema.description && escapeHtml(schema.description),
  ].filter(Boolean);
  return `<li>${code(name)}: ${typeOf(schema)}${words.length > 0 ? ` <span class="soft">(${words.join('; ')})</span>` : ''}${partsOf(schema)}</li>`;
};

const schemaOf = (content: Content | undefined): string =>
  Object.entries(content ?? {})
    .map(
      ([type, { schema = {}, example }]) =>
        `<p>${escapeHtml(type)}: ${typeOf(schema)}</p>${partsOf(schema)}${example === undefined ? '' : `<pre>${escapeHtml(JSON.stringify(example, null, 2))}</pre>`}`,
    )
    .join('');

const callTitle = ({ method, path }: Call): string =>
  `<span class="method">${method.toUpperCase()}</span>${code(path)}`;

const callOf = (document: ReadDocument, call: Call): string => {
  const { summary = '', description = '', parameters = [] } = call.operation;
  const { operationId = '', requestBody, responses = {} } = call.operation;
  const found = parameters.map((parameter) =>
    parameter.$ref
      ? (document.components['parameters']?.[nameOf(parameter.$ref)] as unknown as Parameter)
      : parameter,
  );
  const lines = found.map(
    ({ name, in: place, required = false, schema = {}, description: words }) =>
      lineOf(
        name,
        { ...schema, description: [`in the ${place}`, words].filter(Boolean).join('; ') },
        required,
      ),
  );
  const replies = Object.entries(responses).map(
    ([status, { description: words = '', content }]) =>
      `<li>${code(status)} ${escapeHtml(words)}${Number(status) < 300 ? schemaOf(content) : ''}</li>`,
  );
  const command = curlOf(document, call, found);
  return `<section id="${escapeHtml(operationId)}"><h2>${callTitle(call)}</h2><p>${escapeHtml(summary)}</p><p>${escapeHtml(description)}</p><pre>${escapeHtml(command)}</pre>${
    lines.length > 0 ? `<h3>Parameters</h3><ul>${lines.join('')}</ul>` : ''
  }${requestBody ? `<h3>Body</h3>${schemaOf(requestBody.content)}` : ''}<h3>Replies</h3><ul>${replies.join('')}</ul></section>`;
};

const callsByTag = (document: ReadDocument): Map<string, Call[]> =>
  Map.groupBy(
    Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations as Record<string, ReadOperation>).map(([method, operation]) => ({
        method,
        path,
        operation,
      })),
    ),
    ({ operation }) => operation.tags?.[0] ?? 'other',
  );

const pageOf = (tags: readonly string[], current: string | null, title: string, body: string) => {
  const places = ['', ...tags, SCHEMAS].map((tag) => {
    const path = tag === '' ? REFERENCE_PATH : `${REFERENCE_PATH}/${tag}`;
    const mark = tag === (current ?? '') ? ' aria-current="page"' : '';
    return `<li><a href="${path}"${mark}>${escapeHtml(tag || 'overview')}</a></li>`;
  });
  return plainPage({
    title,
    styles: REFERENCE_STYLES,
    body: `<main><h1>${escapeHtml(title)}</h1><nav aria-label="Parts of the API"><ul>${places.join('')}</ul></nav>${body}</main>`,
  });
};

const overviewOf = (groups: Map<string, Call[]>, guide: string): string =>
  `<p>As documents for programs: <a href="/api/openapi.json">OpenAPI 3.1</a>, <a href="/api/asyncapi.json">AsyncAPI 3.0</a> of the socket.</p><div class="guide">${prose(guide)}</div>${[
    ...groups,
  ]
    .map(
      ([tag, calls]) =>
        `<section><h2>${escapeHtml(tag)}</h2><ul class="calls">${calls
          .map(
            (call) =>
              `<li><a href="${REFERENCE_PATH}/${tag}#${escapeHtml(call.operation.operationId ?? '')}">${callTitle(call)}</a> <span class="soft">${escapeHtml(call.operation.summary ?? '')}</span></li>`,
          )
          .join('')}</ul></section>`,
    )
    .join('')}`;

/** Pages by the last part of their address, '' for the overview. */
export const referencePages = (
  document: ReadDocument & { info: { description?: string } },
): ReadonlyMap<string, string> => {
  const groups = callsByTag(document);
  const tags = [...groups.keys()].toSorted();
  const schemas = Object.entries(document.components['schemas'] ?? {}) as [string, Schema][];
  return new Map([
    ['', pageOf(tags, null, 'Camarim API', overviewOf(groups, document.info.description ?? ''))],
    ...[...groups].map(([tag, calls]): [string, string] => [
      tag,
      pageOf(
        tags,
        tag,
        `Camarim API: ${tag}`,
        calls.map((call) => callOf(document, call)).join(''),
      ),
    ]),
    [
      SCHEMAS,
      pageOf(
        tags,
        SCHEMAS,
        'Camarim API: schemas',
        schemas
          .map(
            ([name, schema]) =>
              `<section id="${escapeHtml(name)}"><h2>${escapeHtml(name)}</h2><p>${typeOf(schema)}</p>${partsOf(schema)}</section>`,
          )
          .join(''),
      ),
    ],
  ]);
};
