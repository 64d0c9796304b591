// Days as the product counts them: those of São Paulo.

const DAY_MS = 86_400_000;

/** Calendar day in São Paulo, YYYY-MM-DD. */
export const dayOf = (at: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo', dateStyle: 'short' }).format(
    at,
  );

/** The first instant of a day in São Paulo, and that of the next day: UTC-3 without daylight saving time. */
export const spanOfDay = (day: string): { from: Date; to: Date } => {
  const from = new Date(`${day}T00:00:00-03:00`);
  return { from, to: new Date(from.getTime() + DAY_MS) };
};
