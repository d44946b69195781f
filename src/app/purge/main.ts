// The scripts behind it are those of the app, which this origin has in its cache already; none of them stands in the page's own first load.
void import('./purge-origin.ts').then(({ purgeOrigin }) => purgeOrigin());
