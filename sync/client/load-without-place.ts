/** Half-typed texts whose form opens nowhere: loaded only where there are half-typed texts. */
export const loadWithoutPlace = () => import('../store/texts-without-place.ts');
