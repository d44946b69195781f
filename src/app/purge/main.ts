// The scripts of the app, which this origin has cached already; none of them is in the first load of this page.
void import('./purge-origin.ts').then(({ purgeOrigin }) => purgeOrigin());
