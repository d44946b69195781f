// The scheme that was chosen here last, before anything is painted. Dark where nothing was chosen; the page's own code keeps it from then on.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem('lightship.color-scheme');
  } catch (error) {
    /* storage is refused: the default stands */
  }
  var scheme =
    chosen === 'auto' ? (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark') : chosen === 'light' ? 'light' : 'dark';
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
})();
