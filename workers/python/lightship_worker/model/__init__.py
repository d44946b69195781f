"""A model and its manifest: how it is run, the same on a worker, on the server and in the page."""
