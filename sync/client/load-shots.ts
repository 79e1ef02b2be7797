/** Shots that are not attached yet: loaded with the first place that takes them. */
export const loadShots = () => import('../store/shots.ts');
