/** Filters for pictures that become JPEGs. */

/**
 * JPEG has the matrix of BT.601, which every viewer assumes; ffmpeg's own scaler would leave another one as it is. `matrix` is
 * ffmpeg's name, empty where unknown.
 */
export const toJpegColours = (matrix: string) =>
  ['bt709', 'bt2020nc'].includes(matrix) ? 'zscale=m=470bg:r=full,format=yuvj420p' : 'format=yuvj420p';
