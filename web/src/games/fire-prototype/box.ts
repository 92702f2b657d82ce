/** What is printed on the pieces of the prototype, as the view and the rules name it. */
export const COLOURS = ["green", "brown", "yellow", "black", "white"];
export const FIRE = 5;
export const ORDINALS = ["1st", "2nd", "3rd", "4th", "5th"];
