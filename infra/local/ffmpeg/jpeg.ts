/** Filters for pictures that become JPEGs. */

/**
 * JPEG uses the matrix of BT.601, which every viewer assumes; ffmpeg's own scaler would keep another one. `matrix` is
 * ffmpeg's name, empty if unknown.
 */
export const toJpegColours = (matrix: string) =>
  ['bt709', 'bt2020nc'].includes(matrix) ? 'zscale=m=470bg:r=full,format=yuvj420p' : 'format=yuvj420p';
