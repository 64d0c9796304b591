// Validates exchanges against an OpenAPI 3.0 document: parameters, bodies, statuses, content types,
// and undocumented names.
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { load } from 'js-yaml';
import type { HttpExchange } from '../gateway-http.ts';

/** A parsed document of any shape; the validator checks its rules. */
type Node = ReturnType<typeof JSON.parse>;

/** Some patterns are written for another regular expression engine. */
const isPattern = (text: string): boolean => {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
};

/** Translates what JSON Schema lacks of OpenAPI 3.0, and patterns between slashes. */
const toJsonSchema = (node: Node): Node => {
  if (Array.isArray(node)) return node.map(toJsonSchema);
  if (!node || typeof node !== 'object') return node;
  const schema: Node = Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, toJsonSchema(value)]),
  );
  if (typeof schema.pattern === 'string') {
    schema.pattern = schema.pattern.replace(/^\/(.*)\/$/, '$1');
    if (!isPattern(schema.pattern)) delete schema.pattern;
  }
  for (const [flag, limit] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (schema[flag] === true) {
      schema[flag] = schema[limit];
      delete schema[limit];
    } else if (schema[flag] === false) delete schema[flag];
  }
  if (schema.nullable && schema.type) schema.type = [schema.type, 'null'].flat();
  delete schema.nullable;
  if (typeof schema.required === 'boolean') delete schema.required;
  return schema;
};

const pointerParts = (ref: string): string[] =>
  ref
    .slice(2)
    .split('/')
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'));

const resolver =
  (document: Node) =>
  (node: Node): Node => {
    let found = node;
    while (found?.$ref)
      found = pointerParts(found.$ref).reduce((at: Node, part) => at[part], document);
    return found;
  };

const branchesOf = (schema: Node): Node[] => [
  ...(schema.allOf ?? []),
  ...(schema.oneOf ?? []),
  ...(schema.anyOf ?? []),
];

/**
 * Drops `required` names without a branch, alternatives that the document's own examples violate,
 * and paths of payers' banks.
 */
const repair = (document: Node): void => {
  // They have their own addresses, and would match every other path.
  for (const path of Object.keys(document.paths))
    if (path.includes('UrlAccessToken')) delete document.paths[path];
  const resolve = resolver(document);
  const namesOf = (node: Node, seen = new Set<Node>()): string[] => {
    const schema = resolve(node);
    if (!schema || seen.has(schema)) return [];
    seen.add(schema);
    return [
      ...Object.keys(schema.properties ?? {}),
      ...branchesOf(schema).flatMap((branch) => namesOf(branch, seen)),
    ];
  };
  const walk = (node: Node, parents: Node[]): void => {
    if (Array.isArray(node)) return node.forEach((item) => walk(item, parents));
    if (!node || typeof node !== 'object') return;
    // Two alternatives without required names: both match everything.
    if (
      node.oneOf?.every(
        (branch: Node) => branch.properties?.rejeicao || branch.properties?.cancelamento,
      )
    ) {
      node.allOf = node.oneOf;
      delete node.oneOf;
    }
    if (node.type === 'string' && node.anyOf && node.pattern) delete node.anyOf;
    if (Array.isArray(node.required)) {
      const names = new Set([node, ...parents].flatMap((schema) => namesOf(schema)));
      if (names.size > 0) node.required = node.required.filter((name: string) => names.has(name));
      if (node.required.length === 0) delete node.required;
    }
    for (const [name, value] of Object.entries(node)) {
      if (name === 'example' || name === 'examples') continue;
      walk(
        value,
        name === 'allOf'
          ? [...parents, node]
          : name === 'properties' || name === 'items'
            ? []
            : parents,
      );
    }
  };
  walk(document.components.schemas, []);
  walk(document.paths, []);
};

export type OpenApi = {
  /** Whether the document has the operation. `path` is below the document's base address. */
  has: (method: string, path: string) => boolean;
  /** Differences of an exchange from the document. */
  validate: (exchange: HttpExchange, path: string) => string[];
  /** Differences of a notification from the callback of an operation. */
  validateCallback: (path: string, body: unknown) => string[];
};

const parse = (text: string | undefined): unknown =>
  text === undefined || text === '' ? undefined : JSON.parse(text);

/** Validator of a document's schemas: the errors of a value, each with its path. */
const schemaChecker = (document: Node): ((schema: Node, value: unknown) => string[]) => {
  const ajv = new Ajv({ strict: false, allErrors: true, logger: false });
  formats.default(ajv);
  // Locations have the format 'uri', although the document's own examples have no scheme.
  for (const format of ['uri', 'ppaas_date_time_v3', 'ppaas_common_email_address_v2', 'decimal'])
    ajv.addFormat(format, true);
  ajv.addSchema({ $id: 'document', components: toJsonSchema(document.components) }, 'document');
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>();
  return (schema, value) => {
    const key = JSON.stringify(toJsonSchema(schema));
    const absolute = JSON.parse(key, (name, inner) =>
      name === '$ref' && typeof inner === 'string' && inner.startsWith('#')
        ? `document${inner}`
        : inner,
    );
    const check = compiled.get(key) ?? ajv.compile(absolute);
    compiled.set(key, check);
    return check(value)
      ? []
      : (check.errors ?? []).map(
          ({ instancePath, message }) =>
            `${instancePath.replace(/\/\d+/g, '/*') || '/'} ${message}`,
        );
  };
};

/** Finds names that no branch of a schema has. */
const unknownNameFinder = (resolve: (node: Node) => Node) => {
  type Shape = { names: Map<string, Node[]>; items: Node[]; known: boolean; open: boolean };
  const shapeOf = (node: Node, seen: readonly Node[] = []): Shape => {
    const shape: Shape = { names: new Map(), items: [], known: false, open: false };
    const schema = resolve(node);
    if (!schema || seen.includes(schema)) return shape;
    for (const [name, inner] of Object.entries(schema.properties ?? {}))
      shape.names.set(name, [inner]);
    shape.known = schema.properties !== undefined;
    shape.open = Boolean(schema.additionalProperties);
    if (schema.items) shape.items.push(schema.items);
    for (const branch of branchesOf(schema)) {
      const part = shapeOf(branch, [...seen, schema]);
      for (const [name, inner] of part.names)
        shape.names.set(name, [...(shape.names.get(name) ?? []), ...inner]);
      shape.items.push(...part.items);
      shape.known ||= part.known;
      shape.open ||= part.open;
    }
    return shape;
  };
  /** Names without a branch in the schemas. */
  const unknownNamesOf = (schemas: Node[], value: unknown, at = ''): string[] => {
    const shapes = schemas.map((schema) => shapeOf(schema));
    if (Array.isArray(value)) {
      const items = shapes.flatMap((shape) => shape.items);
      return items.length === 0
        ? []
        : value.flatMap((item) => unknownNamesOf(items, item, `${at}/*`));
    }
    if (
      !value ||
      typeof value !== 'object' ||
      !shapes.some(({ known }) => known) ||
      shapes.some(({ open }) => open)
    )
      return [];
    return Object.entries(value).flatMap(([name, inner]) => {
      const known = shapes.flatMap(({ names }) => names.get(name) ?? []);
      return known.length === 0
        ? [`${at}/${name} is not in the document`]
        : unknownNamesOf(known, inner, `${at}/${name}`);
    });
  };
  return unknownNamesOf;
};

const routesOf = (document: Node) => {
  const routes = Object.entries(document.paths as Record<string, Node>).map(([template, item]) => ({
    item,
    template,
    literal: -(template.match(/\{/g) ?? []).length,
    matcher: new RegExp(
      `^${template
        .split(/\{[^}]+\}/)
        .map(RegExp.escape)
        .join('([^/]+)')}$`,
    ),
  }));
  const find = (method: string, path: string) =>
    routes
      .filter(({ matcher, item }) => matcher.test(path) && item[method.toLowerCase()])
      .sort((a, b) => b.literal - a.literal)[0];
  return find;
};

type Checks = {
  resolve: (node: Node) => Node;
  errorsOf: (schema: Node, value: unknown) => string[];
  validateBody: (schema: Node, value: unknown) => string[];
};

/** The checks of one operation. */
const createValidators = ({ resolve, errorsOf, validateBody }: Checks) => {
  const validateQuery = (parameters: Node[], query: URLSearchParams): string[] => {
    const declared = parameters.filter(({ in: place }) => place === 'query');
    const unknown = [...query.keys()]
      .filter(
        (name) => !declared.some((one) => one.name === name || name.startsWith(`${one.name}.`)),
      )
      .map((name) => `query ${name} is not in the document`);
    const wrong = declared.flatMap(({ name, required, schema }) => {
      const text = query.get(name);
      if (text === null) return required ? [`query ${name} is missing`] : [];
      const type = resolve(schema)?.type;
      const value =
        type === 'integer' || type === 'number'
          ? Number(text)
          : type === 'boolean'
            ? text === 'true'
            : text;
      return schema ? errorsOf(schema, value).map((error) => `query ${name} ${error}`) : [];
    });
    return [...unknown, ...wrong];
  };

  const validateRequest = (operation: Node, text: string | undefined): string[] => {
    const body = resolve(operation.requestBody);
    const value = parse(text);
    if (value === undefined) return body?.required ? ['the body is missing'] : [];
    const schema = (Object.values(body?.content ?? {})[0] as Node)?.schema;
    return schema ? validateBody(schema, value) : ['a body where the document has none'];
  };

  const validateReply = (operation: Node, { status, replyType, reply }: HttpExchange): string[] => {
    const exact = operation.responses[String(status)];
    const response = resolve(
      exact ?? operation.responses[`${Math.floor(status / 100)}XX`] ?? operation.responses.default,
    );
    const missing = response ? [] : [`the document does not answer ${status}`];
    const types = Object.keys(response?.content ?? {});
    const value = parse(reply);
    if (value === undefined)
      return types.length > 0 ? [...missing, `no body where ${status} has one`] : missing;
    if (types.length === 0) return response ? [`a body where ${status} has none`] : missing;
    const type = replyType?.split(';')[0] ?? '';
    const schema = (response.content[type] ?? response.content[types[0] as string]).schema;
    return [
      ...missing,
      ...(types.includes(type) ? [] : [`content type ${type} instead of ${types}`]),
      ...(schema ? validateBody(schema, value) : []),
    ];
  };
  return { validateQuery, validateRequest, validateReply };
};

/** Reads a document, YAML or JSON. */
export const openDocument = (file: string): OpenApi => {
  const text = readFileSync(file, 'utf8');
  const document: Node = file.endsWith('.json') ? JSON.parse(text) : load(text);
  repair(document);
  const resolve = resolver(document);
  const errorsOf = schemaChecker(document);
  const unknownNamesOf = unknownNameFinder(resolve);
  const validateBody = (schema: Node, value: unknown): string[] => [
    ...errorsOf(schema, value),
    ...unknownNamesOf([schema], value),
  ];
  const find = routesOf(document);
  const { validateQuery, validateRequest, validateReply } = createValidators({
    resolve,
    errorsOf,
    validateBody,
  });

  return {
    has: (method, path) => find(method, path) !== undefined,
    validate: (exchange, path) => {
      const route = find(exchange.method, path);
      if (!route) return [`${exchange.method} ${path} is not in the document`];
      const operation = route.item[exchange.method.toLowerCase()];
      const parameters = [...(route.item.parameters ?? []), ...(operation.parameters ?? [])].map(
        resolve,
      );
      const name = `${exchange.method} ${route.template} ${exchange.status}`;
      const requestIssues = [
        ...validateQuery(parameters, new URL(exchange.url).searchParams),
        ...validateRequest(operation, exchange.body),
      ].map((fault) => `${name} request: ${fault}`);
      return [
        ...requestIssues,
        ...validateReply(operation, exchange).map((fault) => `${name} reply: ${fault}`),
      ];
    },
    validateCallback: (path, body) => {
      const callback = Object.values(
        Object.values(document.paths[path].put.callbacks)[0] as Node,
      )[0] as Node;
      return validateBody(
        resolve(callback.post.requestBody).content['application/json'].schema,
        body,
      ).map((fault) => `notification of ${path}: ${fault}`);
    },
  };
};
