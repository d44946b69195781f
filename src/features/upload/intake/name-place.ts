/** Where the name of the file stands in the texts of its problem. */
export const NAME = '{name}';
