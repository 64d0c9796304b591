// What a newcomer reads at the terminal: where to go, who can log in and how, and where to pay.
import type { Config } from '../platform/config/config.ts';
import { DEMO_FANS, DEMO_PASSWORD, DEMO_PRODUCERS } from './cast.ts';

export const welcome = (
  { publicUrl, demo, CAMARIM_ROLE: role }: Pick<Config, 'publicUrl' | 'demo' | 'CAMARIM_ROLE'>,
  sandboxUrl: string | null,
  inboxLink: string | null,
): string => {
  const [fan] = DEMO_FANS;
  const [producer] = DEMO_PRODUCERS;
  const lines = [
    '',
    `  Camarim  ${publicUrl}`,
    // Only a process that serves and works seeds it (main.ts).
    ...(demo && role === 'all'
      ? [
          '',
          `  fan       ${fan.domainName} / ${DEMO_PASSWORD}`,
          `  producer  ${producer?.domainName} / ${DEMO_PASSWORD}`,
        ]
      : []),
    ...(sandboxUrl ? ['', `  pay a Pix as a tester  ${sandboxUrl}`] : []),
    inboxLink
      ? `  mail that would be sent (opens once, in one browser) ${inboxLink}`
      : '  mail is sent by the server of SMTP_URL',
    `  API reference          ${publicUrl}/api/docs`,
    '',
    '  Ctrl-C stops everything.',
    '',
  ];
  return `${lines.join('\n')}\n`;
};
