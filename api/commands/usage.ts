// What each operator command takes and does, for `--help` of the list and of each command.
export const say = (line: string): void => void process.stdout.write(`${line}\n`);
export const complain = (...words: unknown[]): void =>
  void process.stderr.write(`${words.map(String).join(' ')}\n`);

type Usage = {
  /** What follows the command's name. */
  parameters: string;
  does: string;
};

export const USAGES = {
  'make-admin': {
    parameters: 'USERNAME|EMAIL [--role ROLE] [--end] [REASON]',
    does: 'Makes an account an administrator, an owner unless --role says finance, moderation, support or readOnly, or with --end no longer one. The reason is recorded in the audit log.',
  },
  'approve-producer': {
    parameters: 'USERNAME',
    does: 'Makes a member a producer, without a request and its documents.',
  },
  'check-ledger': {
    parameters: '',
    does: 'Recomputes every balance from the entries, beside a working system. The exit code is 1 when a cent is out of place.',
  },
  'check-consents': {
    parameters: '',
    does: 'Recomputes the hash chain of the consent ledger, beside a working system, and names the first place that breaks it. The exit code is 1 when one does.',
  },
  'check-audit': {
    parameters: '[FILE]',
    does: 'Recomputes the hash chain of the audit log, or of an export of it in NDJSON, beside a working system, and names the first entry that breaks it. The exit code is 1 when one does.',
  },
  'rebuild-rollups': {
    parameters: '',
    does: "Counts every day of the administrators' overview again, beside a working system: money from the ledger, people, subscriptions and decisions from their tables. Lists the days that differed.",
  },
  'signing-key': {
    parameters: '',
    does: 'Prints the public key with which exported statements and monthly packs are verified.',
  },
  'prepare-storage': {
    parameters: '',
    does: 'Makes the two buckets of an S3 where they are missing, with their CORS and lifecycle rules. Can be run again.',
  },
  'wallet-issuers': {
    parameters: '[list | add av|mdl|idPass FILE [FINGERPRINT...] | remove FINGERPRINT]',
    does: 'Lists, adds and removes the issuers whose wallet documents prove an age. A certificate is trusted only once its SHA-256 fingerprint was typed or given, as the issuer publishes it.',
  },
  'trace-copy': {
    parameters: 'MEDIA_ID FILE',
    does: "Says which buyer's copy of a sold picture a file is that turned up elsewhere.",
  },
} as const satisfies Record<string, Usage>;

export type CommandName = keyof typeof USAGES;

export const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h';

/** `npm run admin -- COMMAND PARAMETERS`, as it is typed. */
export const usageOf = (name: CommandName): string =>
  `npm run admin -- ${name} ${USAGES[name].parameters}`.trimEnd();

/**
 * Explains a command where its words ask for that; returns whether they did. Needs no settings and
 * no database.
 */
export const answersHelp = (name: CommandName): boolean => {
  if (!process.argv.slice(2).some(isHelp)) return false;
  say(`${usageOf(name)}\n\n${USAGES[name].does}`);
  return true;
};
