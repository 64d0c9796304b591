// Lighthouse on the home page as a visitor on a phone who passed the gate.
import { fillProfiles, publishPosts } from '../content.ts';
import type { Figure } from '../figure.ts';
import { visitsOf } from '../lighthouse.ts';
import { onStage } from '../stage.ts';

const POSTS = 12;

export const run = (): Promise<Figure[]> =>
  onStage({ fans: 1, producers: POSTS, balance: 0, pages: true }, async (stage) => {
    await fillProfiles(stage, POSTS);
    await publishPosts(stage, POSTS);
    return visitsOf('home', `http://127.0.0.1:${stage.port}/`);
  });
