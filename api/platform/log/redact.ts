// What never reaches a log: by the name of the field, and by the form of the text.

const HIDDEN = '[hidden]';

/**
 * Compared without case, hyphens and underscores, so `refresh_token` and `refreshToken` are the
 * same field.
 */
const HIDDEN_FIELDS = new Set(
  [
    [
      'authorization',
      'cookie',
      'cookies',
      'setCookie',
      'password',
      'newPassword',
      'token',
      'accessToken',
      'refreshToken',
      'secret',
      'apiKey',
    ],
    [
      'idempotencyKey',
      'email',
      'username',
      'phone',
      'celphone',
      'holderPhoneNumber',
      'billingEmail',
      'holderName',
      'fullName',
      'firstName',
      'displayName',
      'exibitionName',
    ],
    [
      'document',
      'holderDocument',
      'cpf',
      'cnpj',
      'cpfCnpj',
      'pix',
      'pixKey',
      'qrCode',
      'account',
      'agency',
      'iban',
    ],
    [
      'address',
      'remoteAddress',
      'ip',
      'addressLineOne',
      'addressLineTwo',
      'street',
      'county',
      'zip',
      'birthDate',
      'holderBirthDate',
    ],
    ['cvv', 'expiration', 'text', 'body', 'query', 'parameters', 'userAgent'],
  ]
    .flat()
    .map((name) => name.toLowerCase()),
);

const plainName = (name: string): string => name.replaceAll(/[-_]/g, '').toLowerCase();

/** Deep enough for what we log; deeper parts are cut, which also ends a cycle. */
const MAX_DEPTH = 6;

/**
 * Longer than a stack of ten calls. The patterns below take time that grows with the square of a
 * text, and a text may come from outside.
 */
export const LOGGED_TEXT_MAX = 4_096;

/**
 * A long text cut to `LOGGED_TEXT_MAX` characters, with a mark of its length. The word that the cut
 * would go through is left out: half of an address or a token is not recognised by the patterns and
 * would be logged.
 */
export const boundText = (text: string): string =>
  text.length <= LOGGED_TEXT_MAX
    ? text
    : `${text.slice(0, LOGGED_TEXT_MAX).replace(/(?<!\S)\S+$/, '')}[cut, ${text.length} characters]`;

/**
 * A copy of the fields with the hidden ones replaced and long texts cut. Class instances (errors,
 * requests) are left to their serializer.
 */
export const redactFields = (fields: Record<string, unknown>): Record<string, unknown> =>
  redactObject(fields, 0);

const redactObject = (fields: object, depth: number): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value !== undefined && value !== null && HIDDEN_FIELDS.has(plainName(name))
        ? HIDDEN
        : redactValue(value, depth + 1),
    ]),
  );

const redactValue = (value: unknown, depth: number): unknown => {
  if (typeof value === 'string') return boundText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return '[deep]';
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? redactObject(value, depth) : value;
};

/** Longest first: a token inside a query string goes with it. */
const HIDDEN_TEXT: readonly (readonly [RegExp, string])[] = [
  // The query string of an address or a path.
  [/((?:https?:\/\/|\/)[^\s"'?\\]*)\?[^\s"'\\)]+/gi, `$1?${HIDDEN}`],
  // user:password@ of a connection string.
  [/(\w+:\/\/)[^\s/@"]+@/g, `$1${HIDDEN}@`],
  [/\bBearer\s+[\w.~+/=-]+/gi, `Bearer ${HIDDEN}`],
  // JSON Web Tokens.
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, HIDDEN],
  [/[\w.+%-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b/gi, HIDDEN],
  // CPF and CNPJ as people write them.
  [/\b\d{3}\.\d{3}\.\d{3}-\d{2}\b|\b\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}\b/g, HIDDEN],
];

/** The text without what looks like personal data or a secret. */
export const redactText = (text: string): string =>
  HIDDEN_TEXT.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text);
