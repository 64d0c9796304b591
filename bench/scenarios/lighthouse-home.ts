// Lighthouse on the home page as a visitor on a phone.
import { publishPosts } from '../content.ts';
import type { Figure } from '../figure.ts';
import { scoresOf } from '../lighthouse.ts';
import { onStage } from '../stage.ts';

const POSTS = 12;

export const run = (): Promise<Figure[]> =>
  onStage({ fans: 1, producers: POSTS, balance: 0, pages: true }, async (stage) => {
    await publishPosts(stage, POSTS);
    return scoresOf('lighthouse-home', `http://127.0.0.1:${stage.port}/`);
  });
