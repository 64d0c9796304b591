// Days as the product counts them: those of São Paulo.

/** Calendar day in São Paulo, YYYY-MM-DD. */
export const dayOf = (at: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo', dateStyle: 'short' }).format(
    at,
  );
