"""The engine `unet`: a 3-D U-Net that configures itself from a dataset, trains within a budget, and leaves as ONNX with its manifest."""
