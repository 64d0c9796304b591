// Renders the email templates to subject, plain text and HTML.
import type { Locale } from '@camarim/contract/limits';
import type { Catalogue } from '../text/catalogue.ts';

/**
 * Template -> parameters; each feature adds its own in its declarations.ts. A parameter `link`
 * becomes a button, `unsubscribe` an address below the text and in the header for email programs
 * (RFC 8058); the other ones stand in the text as `{name}`.
 */
export interface EmailTemplates {}

export type EmailName = keyof EmailTemplates;

/** `action` is the label of the button. */
export type EmailTexts = { subject: string; body: string; action?: string };

/** The emails of a feature, of which `T` has the parameters. A missing one does not compile. */
export const defineEmails = <T>(
  emails: Record<Locale, Readonly<Record<keyof T & string, EmailTexts>>>,
): Catalogue<EmailTexts> => emails;

let catalogue: Catalogue<EmailTexts> = { pt: {}, en: {}, es: {} };

/** Sets the emails that can be rendered: those of all features. */
export const installEmails = (emails: Catalogue<EmailTexts>): void => {
  catalogue = emails;
};

const PLACEHOLDER = /\{(\w+)\}/g;
const fill = (text: string, params: Record<string, string>): string =>
  text.replace(PLACEHOLDER, (_, name: string) => params[name] ?? '');

const escapeHtml = (text: string): string =>
  text.replaceAll(/[<>&"']/g, (sign) => `&#${sign.codePointAt(0)};`);
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const paragraphs = (body: string): string =>
  body
    .split('\n\n')
    .map(
      (paragraph) =>
        `<p style="margin:0 0 16px">${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`,
    )
    .join('');

const button = (action: string, link: string): string =>
  `<p style="margin:24px 0"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 22px;border-radius:999px;background:#d81e55;color:#fff;text-decoration:none;font-weight:600">${escapeHtml(action)}</a></p>`;

const footer = (label: string, link: string): string =>
  `<p style="font-size:13px"><a href="${escapeHtml(link)}" style="color:#6b5c78">${escapeHtml(label)}</a></p>`;

const UNSUBSCRIBE: Record<Locale, string> = {
  pt: 'Não receber mais estes e-mails',
  en: 'Stop these emails',
  es: 'No recibir más estos correos',
};

/**
 * What the reader gets. Parameters are text: none of them can bring markup or a header of its own.
 */
export const renderEmail = <Name extends EmailName>(
  template: Name,
  locale: Locale,
  params: EmailTemplates[Name],
): { subject: string; text: string; html: string; unsubscribe?: string } => {
  const texts = catalogue[locale][template];
  if (!texts) throw new Error(`no feature has the email ${template}`);
  const { subject, body, action } = texts;
  const values: Record<string, string> = params;
  const { link, unsubscribe } = values;
  const filled = fill(body, values);
  const linked = action !== undefined && link !== undefined;
  return {
    subject: oneLine(fill(subject, values)),
    text: `${filled}\n\n${linked ? `${action}: ${link}\n\n` : ''}Camarim\n${unsubscribe ? `\n${UNSUBSCRIBE[locale]}: ${unsubscribe}\n` : ''}`,
    html: `<!doctype html><html lang="${locale}"><body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1c1422;background:#fbf8fc"><div style="max-width:560px;margin:0 auto">${paragraphs(filled)}${linked ? button(action, link) : ''}<p style="color:#6b5c78">Camarim</p>${unsubscribe ? footer(UNSUBSCRIBE[locale], unsubscribe) : ''}</div></body></html>`,
    ...(unsubscribe !== undefined && { unsubscribe }),
  };
};
