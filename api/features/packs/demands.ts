// What each rule asks to be shown every month, and where it is in the pack.

type Demand = { demand: string; files: readonly string[] };

const FIGURES = 'figures.csv';

/**
 * By rule; `files` are paths in the archive, with the subjects of the figures where they are meant.
 */
export const DEMANDS: Readonly<Record<string, readonly Demand[]>> = {
  'Mastercard AN 5196': [
    {
      demand: 'Complaints received, decided and how long that took (7 business days)',
      files: [
        `${FIGURES}: reportsReceived, reportsDecided`,
        'records/reports.csv',
        'samples/dismissed-reports.json',
      ],
    },
    {
      demand: 'Content removed, and content that was found to be illegal or without consent',
      files: [
        `${FIGURES}: contentRemoved, mediasRemoved`,
        'records/takedowns.csv',
        'records/blocked-hashes.csv',
        'samples/takedowns.json',
      ],
    },
    {
      demand: 'Review of content before publication, and of live shows',
      files: [
        `${FIGURES}: reviewsDecided, liveDecisions`,
        'records/reviews.csv',
        'samples/reviews.json',
        'samples/strikes.json',
      ],
    },
    {
      demand: 'Identity and consent of the people who are depicted',
      files: [
        `${FIGURES}: identityChecks, performerAnswers`,
        'records/performers.csv',
        'records/consents.csv',
        'samples/consent-withdrawals.json',
      ],
    },
    {
      demand: 'Requests and appeals of depicted people',
      files: [
        `${FIGURES}: removalsReceived, removalsDecided, appealsReceived, appealsDecided`,
        'records/removals.csv',
        'records/appeals.csv',
        'samples/removal-requests.json',
        'samples/appeals.json',
      ],
    },
    { demand: 'Disputes and their ratio', files: ['records/disputes.csv'] },
  ],
  'Visa VIRP': [
    {
      demand: 'Age checks of consumers',
      files: [
        `${FIGURES}: ageTries, identityChecks`,
        'records/age-checks.csv',
        'records/age-requests.csv',
        'samples/age-refusals.json',
      ],
    },
    {
      demand: 'Complaints, removals and their times',
      files: [`${FIGURES}: reportsDecided, removalsDecided`, 'records/reports.csv'],
    },
    { demand: 'Disputes by card scheme', files: ['records/disputes.csv'] },
  ],
  DSA: [
    {
      demand: 'Articles 15 and 24: notices, measures, median times, complaints, automated means',
      files: [
        `${FIGURES}: reportsReceived, reportsDecided, contentRemoved, withholdings, reviewsDecided, aiLabelsDecided, appealsReceived, appealsDecided`,
        'records/decisions.csv',
        'records/ai-labels.csv',
        'samples/takedowns.json',
        'samples/dismissed-reports.json',
        'samples/reviews.json',
        'samples/appeals.json',
      ],
    },
  ],
  'ECA Digital': [
    {
      demand: 'Reports about child safety, measures and their times',
      files: [`${FIGURES}: reportsReceived, reportsDecided`, 'records/reports.csv'],
    },
    {
      demand: 'Age assurance',
      files: [`${FIGURES}: ageTries`, 'records/age-checks.csv', 'samples/age-refusals.json'],
    },
  ],
};
