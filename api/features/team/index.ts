// What the composition root may use of the team.
import { defineFeature } from '../../feature.ts';
import { emails, texts } from './declarations.ts';
import { defineTeamJobs } from './jobs.ts';
import { teamHandlers } from './routes.ts';

/** The people who operate the installation, their roles, and invitations. */
export const team = defineFeature({
  name: 'team',
  emails,
  texts,
  handlers: teamHandlers,
  jobs: defineTeamJobs,
});
