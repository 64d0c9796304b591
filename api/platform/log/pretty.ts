// One JSON log line as a person at a terminal reads it: time, level, message, the rest as
// key=value, then the stack.

const COLOURS: Record<string, string> = {
  error: '\x1b[31m',
  fatal: '\x1b[31m',
  warn: '\x1b[33m',
  info: '\x1b[32m',
  debug: '\x1b[90m',
};
const DIM = '\x1b[2m';
const RESET = '\x1b[0m';

type Line = {
  time: string;
  level: string;
  msg?: string;
  err?: { stack?: string; message?: string };
} & Record<string, unknown>;

export const prettyLine = (json: string): string => {
  const { time, level, msg = '', err, ...rest } = JSON.parse(json) as Line;
  const facts = Object.entries(rest).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const colour = COLOURS[level] ?? '';
  const head = `${DIM}${clockTime(time)}${RESET} ${colour}${level.padEnd(5)}${RESET} ${msg}`;
  const tail = facts.length > 0 ? ` ${DIM}${facts.join(' ')}${RESET}` : '';
  return `${head}${tail}${err ? `\n${err.stack ?? err.message ?? ''}` : ''}\n`;
};

const clockTime = (iso: string): string =>
  new Date(iso).toLocaleTimeString('pt-BR', { hour12: false });
