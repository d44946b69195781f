"""Images as arrays [slices, rows, columns] with their affine, and the steps before and after a model."""
