// The operator's lines in the footer, from the settings.
import type { SiteLines } from '@camarim/contract/page-host';
import type { Config } from '../config/config.ts';

export type SiteSettings = Pick<
  Config,
  'COMPANY_LINE' | 'CONTACT_ADDRESS' | 'REPORT_ADDRESS' | 'HELP_ADDRESS'
>;

const linkOf = (address: string | undefined): string | undefined =>
  address === undefined || address.startsWith('https:') ? address : `mailto:${address}`;

export const siteLines = (config: SiteSettings): SiteLines => ({
  company: config.COMPANY_LINE,
  contact: linkOf(config.CONTACT_ADDRESS),
  report: linkOf(config.REPORT_ADDRESS ?? config.CONTACT_ADDRESS),
  help: linkOf(config.HELP_ADDRESS),
});
