/**
 * Filter for pictures that become JPEGs: every viewer assumes the matrix of BT.601, but ffmpeg's scaler keeps the
 * source's. `matrix` is ffmpeg's name, empty if unknown.
 */
export const toJpegColours = (matrix: string) =>
  ['bt709', 'bt2020nc'].includes(matrix) ? 'zscale=m=470bg:r=full,format=yuvj420p' : 'format=yuvj420p';
