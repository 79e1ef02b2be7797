/** Parts that few tiles have, loaded together when the first one renders. */
export { ColdMark } from './cold-mark.tsx';
export { TileImage } from './tile-image.tsx';
