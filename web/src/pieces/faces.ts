/** The people behind the bots, by kind, in the box of a figure: people for the levels, animals for the strongest and for the styles. Each can be told by its outline alone. */
export interface Face {
  head: string;
  top?: string; // hair or hat, in the colour of the seat
  ink: string; // lines
  dots: string; // eyes and what else is dark
}

const eye = (x: number, y: number, r = 1.1) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
const eyes = (left: number, right: number, y: number, r?: number) => eye(left, y, r) + eye(right, y, r);
const ROUND = eye(16, 12.5, 7.8);

export const FACES: Record<string, Face> = {
  // a page with a cap that is too big
  novice: {
    head: ROUND,
    top: "M6.8 9.800C6.500 1.500 25.500 1.500 25.200 9.800L31 11.200V13H6.800ZM14.600 2.600a1.400 1.400 0 1 1 2.800 0Z",
    ink: "M13.600 17.200q2.400 2.200 4.800 0",
    dots: eyes(12.8, 19.2, 14.8, 1.3),
  },
  // a reader with two plaits
  apprentice: {
    head: ROUND,
    top: "M8 14.500C5.500 2.500 26.500 2.500 24 14.500L28 17 25.500 20.500 28.500 24H23L24.500 20 22.600 16.500C22.500 11.500 17.500 10.500 16 7.800 14.500 10.500 9.500 11.500 9.400 16.500L7.500 20 9 24H3.500L6.500 20.500 4 17Z",
    ink: "M13.800 17.600q2.200 1.600 4.400 0",
    dots: eyes(13, 19, 14.4),
  },
  // an archivist with an eyeshade and round glasses
  adept: {
    head: ROUND,
    top: "M8 7.500C11 2.800 21 2.800 24 7.500L30.500 12.200C24 9 8 9 1.500 12.200Z",
    ink: `${eyes(12.5, 19.5, 14.2, 2.7)}M15.200 14q.8-.6 1.600 0M14 18.600h4`,
    dots: eyes(12.5, 19.5, 14.2, 0.9),
  },
  // a head librarian with a bun and half-moon glasses
  expert: {
    head: ROUND,
    top: `${eye(16, 4.2, 3.2)}M7.600 13.500C5.500 2.500 26.500 2.500 24.400 13.500 23.500 8 8.500 8 7.600 13.500Z`,
    ink: "M9.500 6 22.500 2M10.200 14.800h4.800a2.400 2.400 0 0 1-4.800 0ZM17 14.800h4.800a2.400 2.400 0 0 1-4.800 0ZM15 14.800h2M14 19h4",
    dots: eyes(12.6, 19.4, 13.3, 0.9),
  },
  // a mouse
  cautious: {
    head: `${eyes(7.4, 24.6, 5.8, 4.7)}M8.500 12.500C8.500 16.500 12.500 21.500 16 21.500 19.500 21.500 23.500 16.500 23.500 12.500 22.500 6 9.500 6 8.500 12.500Z`,
    ink: `${eyes(7.4, 24.6, 5.8, 2.1)}M13.500 17.500 6.500 17M18.500 17.500 25.500 17M14.800 19.200v2.400h2.400v-2.400`,
    dots: `${eyes(12.8, 19.2, 12.2, 1.3)}${eye(16, 17.2, 1.5)}`,
  },
  // a cat
  daring: {
    head: "M7 2.500 12.200 6.600Q16 5.600 19.800 6.600L25 2.500 24.800 12.500C24.500 18.500 20.500 20.500 16 20.500 11.500 20.500 7.500 18.500 7.200 12.500Z",
    ink: "M9.500 15.500 2.500 14M9.500 17 3 18.800M22.500 15.500 29.500 14M22.500 17 29 18.800M16 16.500v1.200q-1.600 1.400-2.800 0M16 17.700q1.600 1.400 2.800 0",
    dots: "M12.300 10a1 2 0 1 0 .01 0ZM19.700 10a1 2 0 1 0 .01 0ZM14.400 15h3.200L16 17Z",
  },
  // a dog with hanging ears
  friendly: {
    head: "M9.500 6C12 3 20 3 22.500 6 27.500 3.500 30 8.500 28.500 16 26 17.500 23.800 15 23.500 12.500 23.500 18.500 20 21.500 16 21.500 12 21.500 8.500 18.500 8.500 12.500 8.200 15 6 17.500 3.500 16 2 8.500 4.500 3.500 9.500 6Z",
    ink: "M9.500 6Q8 9 8.500 12.500M22.500 6Q24 9 23.500 12.500M16 15.500v2M12.800 17.200q1.600 1.600 3.200.3 1.600 1.300 3.200-.3M14.800 18.200v1.600a1.200 1.200 0 0 0 2.400 0v-1.600",
    dots: `${eyes(12.7, 19.3, 10.2, 1.3)}M14 13.500h4L16 16Z`,
  },
};
