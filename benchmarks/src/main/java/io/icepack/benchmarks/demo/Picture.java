/*
 * Copyright 2026 the Icepack authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.icepack.benchmarks.demo;

import java.awt.Color;
import java.awt.GradientPaint;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Ellipse2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import javax.imageio.ImageIO;

/** A picture of translucent discs over a gradient, from a thumbnail to about two megapixels. */
final class Picture {
  private static final int MIN_WIDTH = 64;
  private static final int MAX_WIDTH = 1600;
  private static final int DISCS = 40;

  private Picture() {}

  static void write(Path file, String format, Random random) throws IOException {
    int width = random.nextInt(MIN_WIDTH, MAX_WIDTH);
    BufferedImage image = paint(width, width * 3 / 4, random);
    if (!ImageIO.write(image, format, file.toFile())) {
      throw new IOException("Cannot write picture " + file + ": no encoder for " + format);
    }
  }

  private static BufferedImage paint(int width, int height, Random random) {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setPaint(
        new GradientPaint(0, 0, color(random, 255), width, height, color(random, 255)));
    graphics.fillRect(0, 0, width, height);
    for (int i = 0; i < DISCS; i++) {
      double diameter = width * random.nextDouble(0.02, 0.3);
      graphics.setColor(color(random, 140));
      graphics.fill(
          new Ellipse2D.Double(
              random.nextDouble(width), random.nextDouble(height), diameter, diameter));
    }
    graphics.dispose();
    return image;
  }

  private static Color color(Random random, int alpha) {
    return new Color(random.nextInt(256), random.nextInt(256), random.nextInt(256), alpha);
  }
}
