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
package io.icepack.benchmarks.report;

import io.icepack.benchmarks.spark.Measurement;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * A bar chart in SVG: for each step the wall time and the bytes read and written of both sides.
 *
 * @param baseline what the other side is
 * @param icepack what Icepack's side is
 */
public record Chart(String title, String baseline, String icepack, List<Comparison> comparisons) {
  private static final int LABELS = 170;
  private static final int PANEL = 330;
  private static final int BARS = 230;
  private static final int BAR = 13;
  private static final int ROW = 42;
  private static final String GREY = "fill=\"#57606a\"";
  private static final int HEAD = 84;
  private static final String BASELINE = "#9aa5b1";
  private static final String ICEPACK = "#1f6feb";

  /** The document. */
  public String svg() {
    StringBuilder svg = new StringBuilder();
    int width = LABELS + 2 * PANEL;
    int height = HEAD + ROW * comparisons.size() + 10;
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="%1$d" height="%2$d" viewBox="0 0 %1$d %2$d" \
        font-family="sans-serif" font-size="12">
        <rect width="%1$d" height="%2$d" fill="#ffffff"/>
        """
            .formatted(width, height));
    text(svg, 16, 24, "font-size=\"14\"", title);
    legend(svg, 16, BASELINE, baseline);
    legend(svg, 200, ICEPACK, icepack);
    for (int i = 0; i < comparisons.size(); i++) {
      text(svg, 16, HEAD + ROW * i + 18, "", comparisons.get(i).title());
      text(svg, 16, HEAD + ROW * i + 32, GREY, comparisons.get(i).against());
    }
    panel(svg, LABELS, "wall time", Measurement::seconds, "%.2f s");
    panel(svg, LABELS + PANEL, "read and written", Chart::mebibytesMoved, "%,.1f MiB");
    return svg.append("</svg>\n").toString();
  }

  private void panel(
      StringBuilder svg, int x, String name, ToDoubleFunction<Measurement> value, String format) {
    text(svg, x, HEAD - 12, GREY, name);
    double largest =
        comparisons.stream()
            .mapToDouble(
                c -> Math.max(value.applyAsDouble(c.baseline()), value.applyAsDouble(c.icepack())))
            .max()
            .orElse(1);
    for (int i = 0; i < comparisons.size(); i++) {
      int y = HEAD + ROW * i;
      bar(svg, x, y, BASELINE, value.applyAsDouble(comparisons.get(i).baseline()), largest, format);
      bar(
          svg,
          x,
          y + BAR + 2,
          ICEPACK,
          value.applyAsDouble(comparisons.get(i).icepack()),
          largest,
          format);
    }
  }

  private static void bar(
      StringBuilder svg, int x, int y, String color, double value, double largest, String format) {
    double width = Math.max(1, BARS * value / largest);
    svg.append(
        "<rect x=\"%d\" y=\"%d\" width=\"%s\" height=\"%d\" fill=\"%s\"/>\n"
            .formatted(x, y, String.format(Locale.ROOT, "%.1f", width), BAR, color));
    text(svg, x + (int) width + 6, y + BAR - 2, "", String.format(Locale.ROOT, format, value));
  }

  private static void legend(StringBuilder svg, int x, String color, String name) {
    svg.append(
        "<rect x=\"%d\" y=\"38\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n"
            .formatted(x, BAR, BAR, color));
    text(svg, x + BAR + 6, 49, "", name);
  }

  private static void text(StringBuilder svg, int x, int y, String attributes, String text) {
    if (text.isEmpty()) {
      return;
    }
    svg.append("<text x=\"%d\" y=\"%d\" %s>%s</text>\n".formatted(x, y, attributes, text));
  }

  private static double mebibytesMoved(Measurement measurement) {
    long bytes = measurement.use().totalBytesRead() + measurement.use().totalBytesWritten();
    return bytes / (double) (1 << 20);
  }
}
