// A call of the API reference as a command line, to copy and to change.
import type { Call, Parameter, ReadDocument, Schema } from './read-document.ts';

/** Deeper parts of a body are left empty. */
const DEPTH_MAX = 4;

/**
 * What a schema accepts by its type; a required text may still have to be a true one, such as an
 * id.
 */
const sampleOf = (document: ReadDocument, schema: Schema, depth = 0): unknown => {
  const { $ref, enum: values, anyOf, oneOf, allOf, properties = {}, required = [], type } = schema;
  if ($ref) {
    const named = document.components['schemas']?.[$ref.split('/').at(-1) ?? ''];
    return sampleOf(document, (named ?? {}) as Schema, depth + 1);
  }
  if (values) return values[0];
  const [choice] = anyOf ?? oneOf ?? allOf ?? [];
  if (choice) return sampleOf(document, choice, depth + 1);
  if (type === 'object')
    return Object.fromEntries(
      (depth > DEPTH_MAX ? [] : required).map((name) => [
        name,
        sampleOf(document, properties[name] ?? {}, depth + 1),
      ]),
    );
  if (type === 'array') return [];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 0, 0);
  return schema.format ?? 'text';
};

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/**
 * `parameters`: those of the call, with references resolved. Parts in capitals are to be replaced.
 */
export const curlOf = (
  document: ReadDocument,
  { method, path, operation }: Call,
  parameters: readonly Parameter[],
): string => {
  const { requestBody, security = [] } = operation;
  const json = requestBody?.content?.['application/json'];
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, schema }) => `${name}=${String(schema?.enum?.[0] ?? name.toUpperCase())}`);
  const url = [
    `${document.servers[0]?.url ?? ''}${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase())}`,
    ...(query.length > 0 ? [query.join('&')] : []),
  ].join('?');
  const headers = parameters
    .filter((parameter) => parameter.in === 'header' && parameter.required)
    .map(({ name, schema }) => `${name.toLowerCase()}: ${String(schema?.enum?.[0] ?? 'NEW-KEY')}`);
  return [
    `curl -X ${method.toUpperCase()} ${quoted(url)}`,
    ...(security.some((scheme) => 'bearer' in scheme) ? ['authorization: Bearer TOKEN'] : [])
      .concat(headers, json ? ['content-type: application/json'] : [])
      .map((header) => `-H ${quoted(header)}`),
    ...(json
      ? [`-d ${quoted(JSON.stringify(json.example ?? sampleOf(document, json.schema ?? {})))}`]
      : []),
  ].join(' \\\n  ');
};
