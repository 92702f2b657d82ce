/** The mark of each seat on a curve, around its point: no line is known by its colour alone. */
export const MARKS = [
  "M0-5A5 5 0 1 1 0 5 5 5 0 1 1 0-5Z",
  "M-4.5-4.5H4.500V4.500H-4.500Z",
  "M0-5.800 5.500 4.200H-5.500Z",
  "M0-6 5.500 0 0 6-5.500 0Z",
  "M-1.800-5.500H1.800V-1.800H5.500V1.800H1.800V5.500H-1.800V1.800H-5.500V-1.800H-1.800Z",
  "M0 5.800 5.500-4.200H-5.500Z",
];
